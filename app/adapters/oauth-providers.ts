import { generateCodeVerifier, OAuth2RequestError } from 'arctic';
import { Authenticator } from 'remix-auth';
import { GitHubSignIn } from '#app/adapters/oauth-github.ts';
import { GoogleSignIn } from '#app/adapters/oauth-google.ts';
import { OpenIdSignIn, readLogoutToken } from '#app/adapters/oauth-openid.ts';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { discoverIssuer } from '#app/adapters/openid-issuer.ts';
import { config } from '#app/config.server.ts';

/** Timeout for the code and the profile request together, as arctic sets none. */
const RETURN_TIMEOUT_MS = 8000;

type ProviderName = ProviderProfile['providerName'];
/** State to store during a sign-in at the provider. */
export type Attempt = { state: string; codeVerifier: string };
export type Authorization = { url: string; attempt: Attempt };

/** Lists the providers with credentials in the environment. */
export function configuredProviders(): ProviderName[] {
  const configured = config();
  return (['github', 'google', 'oidc'] as const).filter((name) => configured[name] !== undefined);
}

/** Lists the origins for `form-action`: posting to `/auth/:provider` redirects to one of them. */
export function providerOrigins(): string[] {
  const { github, google, oidc } = config();
  const urls = [github && (github.baseUrl ?? 'https://github.com'), google?.baseUrl, oidc?.baseUrl];
  return urls.flatMap((url) => (url ? [new URL(url).origin] : []));
}

/** Starts an attempt. Returns the provider's URL and the state to store. Throws if the provider does not respond. */
export async function beginAuthorization(name: ProviderName, redirectUri: string): Promise<Authorization> {
  const { authenticator, codeVerifier } = await strategyFor(name, redirectUri);
  const url = await authorizationUrl(() => authenticator.authenticate(name, new Request(redirectUri)));
  const state = new URL(url).searchParams.get('state') ?? '';
  return { url, attempt: { state, codeVerifier: codeVerifier() } };
}

/**
 * Completes an attempt with the parameters of the callback URL. Throws if the provider refuses, fails or sends an
 * invalid response. The caller must have verified that the attempt was started in the same browser and is not reused.
 */
export async function returnFrom(
  name: ProviderName,
  { redirectUri, query, attempt }: { redirectUri: string; query: URLSearchParams; attempt: Attempt },
): Promise<ProviderProfile> {
  const { state, codeVerifier } = attempt;
  const { authenticator } = await strategyFor(name, redirectUri, codeVerifier);
  // The libraries read the attempt from their own cookie.
  const cookie = `${name}=${new URLSearchParams({ state, [state]: codeVerifier })}`;
  const request = new Request(`${redirectUri}?${query}`, { headers: { Cookie: cookie } });
  return orTimeout(authenticator.authenticate(name, request));
}

/** Tests whether the user declined at the provider, which is not a fault. */
export function isDenial(error: unknown): boolean {
  return error instanceof OAuth2RequestError && error.code === 'access_denied';
}

async function strategyFor(name: ProviderName, redirectUri: string, known?: string) {
  const { github, google, oidc } = config();
  const authenticator = new Authenticator<ProviderProfile>();
  if (name === 'github' && github) {
    const codeVerifier = known ?? generateCodeVerifier();
    authenticator.use(new GitHubSignIn(github, redirectUri, codeVerifier), name);
    return { authenticator, codeVerifier: () => codeVerifier };
  }
  if (name === 'google' && google) {
    const strategy = new GoogleSignIn(google, redirectUri, await discoverIssuer(google.baseUrl));
    authenticator.use(strategy, name);
    return { authenticator, codeVerifier: () => strategy.codeVerifier ?? '' };
  }
  if (name === 'oidc' && oidc) {
    const strategy = new OpenIdSignIn(oidc, redirectUri, await discoverIssuer(oidc.baseUrl));
    authenticator.use(strategy, name);
    return { authenticator, codeVerifier: () => strategy.codeVerifier ?? '' };
  }
  throw new Error(`${name} is not configured`);
}

/** Returns the id at the organisation's issuer of the person who is signed out there; null for an invalid token. */
export async function returnSignedOut(logoutToken: string): Promise<string | null> {
  const { oidc } = config();
  return oidc ? readLogoutToken(await discoverIssuer(oidc.baseUrl), oidc.clientId, logoutToken) : null;
}

/** Returns the URL from the redirect response that the libraries throw. */
async function authorizationUrl(begin: () => Promise<unknown>): Promise<string> {
  try {
    await begin();
  } catch (thrown) {
    const location = thrown instanceof Response ? thrown.headers.get('Location') : null;
    if (location) return location;
    throw thrown;
  }
  throw new Error('The attempt ended before it began');
}

async function orTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The provider did not answer in time')), RETURN_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
