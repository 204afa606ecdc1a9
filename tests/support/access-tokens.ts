import type { Person } from '#tests/support/people.ts';

type Fields = { name?: string; scope?: 'read' | 'write' | 'admin' };

/** Creates a personal access token on the settings page. */
export async function newToken(person: Person, { name = 'Assistant', scope = 'write' }: Fields = {}): Promise<string> {
  const created = await person.page.post('/settings', { intent: 'token-create', name, scope });
  const token = /arbor_[A-Za-z0-9]{40}/.exec((await person.page.follow(created)).text)?.[0];
  if (!token) throw new Error(`Creating a token answered ${created.status}`);
  return token;
}
