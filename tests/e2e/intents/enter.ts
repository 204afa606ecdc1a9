import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Walk } from '#tests/e2e/intents/walk.ts';
import { PASSWORD } from '#tests/e2e/journey.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { buildPerson, type GitHubPerson, type GitHubServer } from '#tests/support/github-server.ts';
import { mailedCode } from '#tests/support/people.ts';

const AUTHORIZE = '/oauth/authorize ';

/** Posts the forms of signing up, in and out, of a forgotten password, of a provider, and of consent to a client. */
export async function enter(stage: Stage, github: GitHubServer): Promise<void> {
  const nora = await Walk.open(stage);
  const email = 'nora@example.com';
  const code = async (count: number) => ({ code: await mailedCode(stage.server, email, count) });
  await nora.goto('/register');
  await nora.send('/register register', { fields: { email, password: PASSWORD } });
  await nora.send('/verify verify', { fields: await code(1), tells: 'Welcome to Arbor' });
  await nora.send('/logout logout');
  await nora.goto('/forgot-password');
  await nora.send('/forgot-password forgot', { fields: { email } });
  await nora.send('/verify verify', { fields: await code(2) });
  const password = 'Orchard34';
  await nora.send('/reset-password reset', { fields: { password, passwordConfirm: password } });
  await nora.page.waitForURL(/\/login/);
  await nora.send('/login sign-in', { fields: { email, password }, tells: 'Your tree begins here' });
  await consent(nora);
  await nora.send('/logout logout');
  await linkProvider(nora, github, buildPerson({ email }));
  await nora.context.close();
}

/** Links a provider's account to the existing account of its address, by a mailed code. */
async function linkProvider(nora: Walk, github: GitHubServer, person: GitHubPerson): Promise<void> {
  const depart = async () => {
    github.person = person;
    await nora.goto('/login');
    await nora.send('/auth/:provider depart');
    await nora.page.getByRole('link', { name: 'Authorize Arbor' }).click();
    await nora.page.getByRole('heading', { name: 'Link GitHub to your account' }).waitFor();
  };
  await depart();
  await nora.send('/link-account cancel');
  await nora.page.waitForURL(/\/login/);
  await depart();
  await nora.send('/link-account send');
  const { email } = person.emails.find(({ primary }) => primary)!;
  const code = await mailedCode(nora.stage.server, email, 3);
  await nora.send('/link-account confirm', { fields: { code }, tells: 'GitHub can now sign you in' });
}

async function consent(nora: Walk): Promise<void> {
  const client = createServer((_request, response) => response.end('Tool')).listen(0, '127.0.0.1');
  await once(client, 'listening');
  const redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
  const registered = await fetch(`${nora.stage.server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Tool', redirect_uris: [redirectUri] }),
  });
  const { client_id } = await registered.json();
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const intent of ['deny', 'allow']) {
    await nora.goto(`/oauth/authorize?${query}`);
    await nora.send(AUTHORIZE + intent);
    await nora.page.waitForURL(`${redirectUri}?**`);
  }
  await nora.goto('/');
  client.close();
}
