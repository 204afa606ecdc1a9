import { generateCodeVerifier, OAuth2RequestError } from 'arctic';
import { Authenticator } from 'remix-auth';
import { GitHubSignIn } from '#app/adapters/oauth-github.ts';
import { discoverIssuer, GoogleSignIn } from '#app/adapters/oauth-google.ts';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { config } from '#app/config.server.ts';

/** For the code and the profile together; arctic's requests know no limit of their own. */
const RETURN_TIMEOUT_MS = 8000;

type ProviderName = ProviderProfile['providerName'];
/** What this side has to remember while someone is at the provider. */
export type Attempt = { state: string; codeVerifier: string };
export type Departure = { url: string; attempt: Attempt };

/** The providers this installation is a client of. */
export function configuredProviders(): ProviderName[] {
  const { github, google } = config();
  return [...(github ? ['github' as const] : []), ...(google ? ['google' as const] : [])];
}

/** Where forms may lead besides our own pages: posting to `/auth/:provider` ends at one of these. */
export function providerOrigins(): string[] {
  const { github, google } = config();
  const urls = [...(github ? [github.baseUrl ?? 'https://github.com'] : []), ...(google ? [google.baseUrl] : [])];
  return urls.map((url) => new URL(url).origin);
}

/** Begins an attempt: the provider's page to go to, and what to remember. Throws when the provider does not answer. */
export async function departTo(name: ProviderName, redirectUri: string): Promise<Departure> {
  const { authenticator, codeVerifier } = await strategyFor(name, redirectUri);
  const url = await authorizationUrl(() => authenticator.authenticate(name, new Request(redirectUri)));
  const state = new URL(url).searchParams.get('state') ?? '';
  return { url, attempt: { state, codeVerifier: codeVerifier() } };
}

/**
 * Ends an attempt with what the provider has put into the URL. Throws when it refuses, answers nonsense or nothing at
 * all; the caller has made sure that the attempt began in the same browser and ends for the first time.
 */
export async function returnFrom(
  name: ProviderName,
  { redirectUri, query, attempt }: { redirectUri: string; query: URLSearchParams; attempt: Attempt },
): Promise<ProviderProfile> {
  const { state, codeVerifier } = attempt;
  const { authenticator } = await strategyFor(name, redirectUri, codeVerifier);
  // The libraries look for the attempt in a cookie of their own.
  const cookie = `${name}=${new URLSearchParams({ state, [state]: codeVerifier })}`;
  const request = new Request(`${redirectUri}?${query}`, { headers: { Cookie: cookie } });
  return withinTime(authenticator.authenticate(name, request));
}

/** Whether the person said no at the provider, which is no fault of anyone. */
export function isDenial(error: unknown): boolean {
  return error instanceof OAuth2RequestError && error.code === 'access_denied';
}

async function strategyFor(name: ProviderName, redirectUri: string, known?: string) {
  const { github, google } = config();
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
  throw new Error(`${name} is not configured`);
}

/** The libraries throw the redirect they would answer with. */
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

async function withinTime<T>(work: Promise<T>): Promise<T> {
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
