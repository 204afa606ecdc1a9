import { Client } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { makeAccount } from '#tests/support/made-account.ts';
import { mailsTo, newestCode } from '#tests/support/outbox.ts';
import type { Place } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

export type Person = Client & { email: string; id: string };

/** Returns a person without an account, with a browser of their own. */
export function visitor(server: Place): Client {
  return new Client(server.url);
}

/** Creates a signed-in account directly in the server's database. */
export async function newPerson(place: Place, name = 'person', { isAdmin = false } = {}): Promise<Person> {
  const client = visitor(place);
  const email = newEmail(name);
  const { id, cookies } = await makeAccount(place, { email, isAdmin });
  for (const [cookie, value] of cookies) client.browser.cookies.set(cookie, value);
  // The first response sets the csrf pair of the session.
  await client.browser.request('/api/auth/me');
  return Object.assign(client, { email, id });
}

/** Signs up over HTTP with the code from the mail, and stays signed in. */
export async function signUpOver(server: Place, name = 'person'): Promise<Person> {
  const client = visitor(server);
  const email = newEmail(name);
  await client.api.post('/api/auth/register', { email, password: PASSWORD });
  const code = await mailedCode(server, email);
  const { status, body } = await client.api.post('/api/auth/code/validate', { email, code, type: 'register' });
  if (status !== 200) throw new Error(`Signing up answered ${status}: ${JSON.stringify(body)}`);
  return Object.assign(client, { email, id: body.data.user.id as string });
}

/** Waits for `count` mails and returns the newest code, as mails are sent after the response. */
export function mailedCode({ dataDir }: Place, email: string, count = 1): Promise<string> {
  const read = async () => {
    if ((await mailsTo(dataDir, email)).length < count) throw new Error(`${email} has no ${count} mails yet`);
    return newestCode(dataDir, email);
  };
  return until(read);
}

/** Signs in on a second device. */
export async function anotherDevice(server: Place, { email, id }: Person, remember = false): Promise<Person> {
  const client = visitor(server);
  const { status } = await client.api.post('/api/auth/login', { email, password: PASSWORD, remember });
  if (status !== 200) throw new Error(`Signing in answered ${status}`);
  return Object.assign(client, { email, id });
}

export type Made = { id: string; version: number; [field: string]: unknown };

export async function makeDocument(person: Client, input: Record<string, unknown> = {}): Promise<Made> {
  const { status, body } = await person.api.post('/api/documents', { title: 'Seedling', ...input });
  if (status !== 200) throw new Error(`Creating answered ${status}: ${JSON.stringify(body)}`);
  return body.data as Made;
}

export async function share(owner: Client, id: string, email: string, permission: string): Promise<number> {
  const { body } = await owner.api.post(`/api/documents/${id}/shares`, { email, permission });
  return body.data.find((entry: { email: string }) => entry.email === email).id as number;
}

/** Creates a group as an administrator. Returns its id. */
export async function makeGroup(administrator: Client, name: string, ...members: Person[]): Promise<string> {
  const { body } = await administrator.api.post('/api/groups', { name });
  for (const { email } of members) await administrator.api.post(`/api/groups/${body.data.id}/members`, { email });
  return body.data.id as string;
}
