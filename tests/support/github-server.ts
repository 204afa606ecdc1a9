import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type GitHubPerson = {
  id: number;
  login: string;
  name: string | null;
  avatar_url: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
};

/** The next fault: 500 for codes or for profiles, or no response. */
type Trouble = 'token' | 'profile' | 'silence' | null;
type Grant = { person: GitHubPerson; redirectUri: string; challenge: string };

const CLIENT = { id: 'arbor-test', secret: 'arbor-test-secret-of-github' };

/** Test double of GitHub's four sign-in endpoints. As there, codes work once and errors have status 200. */
export class GitHubServer {
  /** The person signed in at GitHub. */
  person: GitHubPerson = buildPerson();
  trouble: Trouble = null;

  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Map<string, GitHubPerson>();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return { GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret, GITHUB_BASE_URL: this.url };
  }

  /** Consents or refuses on the provider's page. Returns the callback address. */
  async decide(authorizeUrl: string, answer: 'allow' | 'deny' = 'allow'): Promise<URL> {
    const page = await fetch(authorizeUrl);
    const link = new RegExp(`href="([^"]*decision=${answer}[^"]*)"`).exec(await page.text())?.[1];
    if (!link) throw new Error(`GitHub asked nothing: ${page.status}`);
    const decided = await fetch(new URL(link.replaceAll('&amp;', '&'), this.url), { redirect: 'manual' });
    return new URL(decided.headers.get('Location') ?? '');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    if (this.trouble === 'silence') return;
    if (url.pathname === '/login/oauth/authorize') this.#authorize(url, response);
    else if (url.pathname === '/login/oauth/access_token') await this.#exchange(request, response);
    else if (url.pathname.startsWith('/api/v3/user')) this.#tellAbout(url, request, response);
    else response.writeHead(404).end();
  }

  #authorize(url: URL, response: ServerResponse): void {
    const asked = url.searchParams;
    if (!isProper(asked)) response.writeHead(400).end('not a proper request');
    else if (!asked.has('decision')) sendPage(url, response);
    else response.writeHead(302, { Location: this.#wayBack(asked).href }).end();
  }

  #wayBack(asked: URLSearchParams): URL {
    const redirectUri = asked.get('redirect_uri')!;
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state')!);
    if (asked.get('decision') === 'allow') {
      const code = randomUUID();
      this.#codes.set(code, { person: this.person, redirectUri, challenge: asked.get('code_challenge')! });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    return back;
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    const code = body.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.redirectUri === body.get('redirect_uri') && grant?.challenge === challenge;
    const secret = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    const token = randomUUID();
    if (this.trouble === 'token') response.writeHead(500).end('down');
    else if (request.headers.authorization !== `Basic ${secret}`) sendJson(response, { error: 'incorrect_client' });
    else if (!grant || !isRight) sendJson(response, { error: 'bad_verification_code' });
    else {
      this.#tokens.set(token, grant.person);
      sendJson(response, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' });
    }
  }

  #tellAbout(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const person = this.#tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (this.trouble === 'profile') response.writeHead(500).end('down');
    else if (!person) response.writeHead(401).end();
    else {
      const { emails, ...user } = person;
      sendJson(response, url.pathname === '/api/v3/user/emails' ? emails : { ...user, email: null });
    }
  }
}

function isProper(asked: URLSearchParams): boolean {
  const isOurs = asked.get('client_id') === CLIENT.id && asked.get('response_type') === 'code';
  const hasChallenge = asked.get('code_challenge_method') === 'S256' && asked.has('code_challenge');
  return isOurs && hasChallenge && asked.has('state') && asked.has('redirect_uri');
}

let made = 1000;

/** Returns a new person at GitHub, with a verified address by default. */
export function buildPerson(traits: Partial<GitHubPerson> & { email?: string; verified?: boolean } = {}): GitHubPerson {
  made += 1;
  const { email = `octo-${made}-${process.pid}@example.com`, verified = true, ...rest } = traits;
  return {
    id: made,
    login: `octo-${made}`,
    name: `Octo ${made}`,
    avatar_url: `https://avatars.example.com/u/${made}`,
    emails: [
      { email: `old-${email}`, primary: false, verified: true },
      { email, primary: true, verified },
    ],
    ...rest,
  };
}

export const emailOf = ({ emails }: GitHubPerson): string => emails.find(({ primary }) => primary)!.email;

function sendPage(url: URL, response: ServerResponse): void {
  const link = (decision: string) => {
    const href = `${url.pathname}${url.search}&decision=${decision}`.replaceAll('&', '&amp;');
    return `<a href="${href}">${decision === 'allow' ? 'Authorize Arbor' : 'Cancel'}</a>`;
  };
  const page = `<!doctype html><title>GitHub</title><h1>Authorize Arbor</h1>${link('allow')} ${link('deny')}`;
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
