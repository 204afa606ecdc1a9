import { type MutableRedirectUri, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';

export type GooglePerson = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  picture?: string;
};

const CLIENT = { id: 'arbor-google-test', secret: 'arbor-test-secret-of-google' };

/** Test double of an OpenID Connect issuer. Redirects back at once as `person`. */
export class GoogleServer {
  person: GooglePerson = buildGooglePerson();
  /** True to refuse the next sign-in. */
  denies = false;
  /** Location of the claims: in the user info, as with Google, or only in the ID token. */
  claimsIn: 'userinfo' | 'id_token' = 'userinfo';

  readonly #server = new OAuth2Server();

  async start(): Promise<this> {
    await this.#server.issuer.keys.generate('RS256');
    await this.#server.start(0, 'localhost');
    this.#server.service.on('beforeUserinfo', (answer: MutableResponse) => {
      answer.body = this.claimsIn === 'userinfo' ? { ...this.person } : { sub: this.person.sub };
    });
    this.#server.service.on('beforeTokenSigning', (token: MutableToken) => {
      if (this.claimsIn === 'id_token') Object.assign(token.payload, this.person);
    });
    this.#server.service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
      if (!this.denies) return;
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    return this;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  get env(): Record<string, string> {
    const issuer = this.#server.issuer.url ?? '';
    return { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_BASE_URL: issuer };
  }

  /** Follows a sign-in. Returns the callback address. */
  async visit(authorizeUrl: string): Promise<URL> {
    const answer = await fetch(authorizeUrl, { redirect: 'manual' });
    return new URL(answer.headers.get('Location') ?? '');
  }
}

let made = 0;

export function buildGooglePerson(traits: Partial<GooglePerson> = {}): GooglePerson {
  made += 1;
  return {
    sub: `10000${made}${process.pid}`,
    email: `gail-${made}-${process.pid}@example.com`,
    email_verified: true,
    name: `Gail ${made}`,
    picture: `https://pictures.example.com/${made}`,
    ...traits,
  };
}
