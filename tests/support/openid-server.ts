import { generateKeyPairSync, sign } from 'node:crypto';
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';

export type Colleague = { sub: string; [claim: string]: unknown };

const CLIENT = { id: 'arbor-oidc-test', secret: 'arbor-test-secret-of-oidc' };
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Test double of an organisation's OpenID Connect issuer. Redirects back at once as `person`. */
export class OpenIdServer {
  person: Colleague = buildColleague();
  /** Claims of the user info that differ from those of the ID token. */
  userInfo: Record<string, unknown> = {};
  /** Claims that replace those of the next ID token. */
  forged: Record<string, unknown> = {};
  /** True if a key that is not the issuer's signs ID tokens. */
  hasForeignKey = false;

  readonly #server = new OAuth2Server();

  async start(): Promise<this> {
    await this.#server.issuer.keys.generate('RS256');
    await this.#server.start(0, 'localhost');
    this.#server.service.on('beforeTokenSigning', (token: MutableToken) => {
      Object.assign(token.payload, this.person, this.forged);
    });
    this.#server.service.on('beforeResponse', ({ body }: MutableResponse) => {
      if (this.hasForeignKey) Object.assign(body, { id_token: signForeign((body as { id_token: string }).id_token) });
    });
    this.#server.service.on('beforeUserinfo', (answer: MutableResponse) => {
      answer.body = { sub: this.person.sub, ...this.userInfo };
    });
    return this;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  get env(): Record<string, string> {
    const issuer = this.#server.issuer.url ?? '';
    return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: 'Meadow' };
  }

  /** Follows a sign-in. Returns the callback address. */
  async visit(authorizeUrl: string): Promise<URL> {
    const answer = await fetch(authorizeUrl, { redirect: 'manual' });
    return new URL(answer.headers.get('Location') ?? '');
  }

  /** Returns a logout token for a person; `traits` replace its claims. */
  async logoutToken(sub: string, traits: Record<string, unknown> = {}): Promise<string> {
    return this.#server.issuer.buildToken({
      scopesOrTransform: (_header, payload) => {
        Object.assign(
          payload,
          { sub, aud: CLIENT.id, jti: crypto.randomUUID(), events: { [LOGOUT_EVENT]: {} } },
          traits,
        );
      },
    });
  }
}

/** Returns a token with the header and claims of another, signed by a key that the issuer does not have. */
export function signForeign(token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

let made = 0;

export function buildColleague(traits: Partial<Colleague> = {}): Colleague {
  made += 1;
  return {
    sub: `colleague-${made}-${process.pid}`,
    email: `colleague-${made}-${process.pid}@example.com`,
    email_verified: true,
    name: `Colleague ${made}`,
    ...traits,
  };
}
