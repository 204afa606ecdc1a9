import { CodeChallengeMethod, GitHub, OAuth2Client, type OAuth2Tokens } from 'arctic';
import { GitHubStrategy } from 'remix-auth-github';
import { z } from 'zod';
import { bearer, fetchJson, type ProviderProfile } from '#app/adapters/oauth-request.ts';
import type { ProviderClient } from '#app/config/config-type.server.ts';

type Settings = ProviderClient & { baseUrl: string | undefined };

/** The library's client extended by PKCE and configurable GitHub endpoints. */
class GitHubClient extends GitHub {
  readonly #client: OAuth2Client;
  readonly #site: string;
  readonly #codeVerifier: string;

  constructor({ clientId, clientSecret, baseUrl }: Settings, redirectUri: string, codeVerifier: string) {
    super(clientId, clientSecret, redirectUri);
    this.#client = new OAuth2Client(clientId, clientSecret, redirectUri);
    this.#site = baseUrl ?? 'https://github.com';
    this.#codeVerifier = codeVerifier;
  }

  override createAuthorizationURL(state: string, scopes: string[]): URL {
    const endpoint = `${this.#site}/login/oauth/authorize`;
    const { S256 } = CodeChallengeMethod;
    return this.#client.createAuthorizationURLWithPKCE(endpoint, state, S256, this.#codeVerifier, scopes);
  }

  override validateAuthorizationCode(code: string): Promise<OAuth2Tokens> {
    const endpoint = `${this.#site}/login/oauth/access_token`;
    return this.#client.validateAuthorizationCode(endpoint, code, this.#codeVerifier);
  }
}

/** GitHub strategy for one sign-in attempt, with its verifier. */
export class GitHubSignIn extends GitHubStrategy<ProviderProfile> {
  constructor(settings: Settings, redirectUri: string, codeVerifier: string) {
    const { clientId, clientSecret } = settings;
    super(
      { clientId, clientSecret, redirectURI: redirectUri, scopes: ['read:user', 'user:email'], cookie: 'github' },
      ({ tokens }) => readProfile(settings.baseUrl, tokens.accessToken()),
    );
    this.client = new GitHubClient(settings, redirectUri, codeVerifier);
  }
}

const person = z.object({
  id: z.union([z.number().int(), z.string().min(1)]),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

async function readProfile(baseUrl: string | undefined, accessToken: string): Promise<ProviderProfile> {
  const api = baseUrl ? `${baseUrl}/api/v3` : 'https://api.github.com';
  const headers = { ...bearer(accessToken), Accept: 'application/vnd.github+json' };
  const [user, emails] = await Promise.all([
    fetchJson(`${api}/user`, headers).then((body) => person.parse(body)),
    fetchJson(`${api}/user/emails`, headers).then((body) => addresses.parse(body)),
  ]);
  return {
    providerName: 'github',
    providerId: String(user.id),
    verifiedEmail: emails.find(({ primary, verified }) => primary && verified)?.email ?? null,
    displayName: user.name?.trim() ? user.name : user.login,
    imageUrl: user.avatar_url ?? null,
    groups: null,
  };
}
