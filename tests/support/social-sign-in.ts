import { afterAll, beforeAll } from 'vitest';
import type { Answer, Client } from '#tests/support/client.ts';
import { buildPerson, type GitHubPerson, GitHubServer } from '#tests/support/github-server.ts';
import { GoogleServer } from '#tests/support/google-server.ts';
import { type Environment, type RunningServer, startServer } from '#tests/support/server.ts';

export type SocialSuite = { server: RunningServer; github: GitHubServer; google: GoogleServer };

/** Starts a server with both providers configured, and the providers. */
export function socialSuite(env: Environment = {}): SocialSuite {
  const suite = {} as SocialSuite;
  beforeAll(async () => {
    suite.github = await new GitHubServer().start();
    suite.google = await new GoogleServer().start();
    suite.server = await startServer({ ...suite.github.env, ...suite.google.env, ...env });
  });
  afterAll(async () => {
    await suite.server?.remove();
    await Promise.all([suite.github?.stop(), suite.google?.stop()]);
  });
  return suite;
}

/** Posts the form of the button without following the response. */
export async function postTo(who: Client, provider: string, fields: Record<string, string> = {}): Promise<Answer> {
  await who.page.get('/login');
  const csrf = who.browser.cookies.get('XSRF-TOKEN') ?? '';
  return who.page.postBlind(`/auth/${provider}`, { csrf, ...fields });
}

/** Returns the address of the provider's page that a button redirects to. Throws for any other response. */
export function leaving(answer: Answer): string {
  const location = answer.headers.get('Location') ?? '';
  if (answer.status !== 303 || !location.startsWith('http')) throw new Error(`${answer.status} ${location}`);
  return location;
}

/** Signs in as `person` of GitHub, from the button to the end of the callback. */
export async function signInWithGitHub(
  { github }: Pick<SocialSuite, 'github'>,
  who: Client,
  person: GitHubPerson = buildPerson(),
  fields: Record<string, string> = {},
): Promise<Answer> {
  github.person = person;
  const back = await github.decide(leaving(await postTo(who, 'github', fields)));
  return comeBack(who, back);
}

export async function signInWithGoogle({ google }: Pick<SocialSuite, 'google'>, who: Client): Promise<Answer> {
  return comeBack(who, await google.visit(leaving(await postTo(who, 'google'))));
}

/** Follows the provider's redirect with the request that ends the attempt. */
export const comeBack = (who: Client, back: URL): Promise<Answer> => who.page.get(back.pathname + back.search);

export async function accountOf(who: Client) {
  const { status, body } = await who.api.get('/api/auth/me');
  return status === 200 ? body.data : null;
}

/** Returns the error summary of a failed form; empty without one. */
export const alertOf = (html: string): string =>
  /role="alert"[^>]*><h2>[^<]*<\/h2>(?:<[^>]*>)*([^<]*)</.exec(html)?.[1] ?? '';
