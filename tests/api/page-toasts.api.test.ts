import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailedCode, newPerson, visitor } from '#tests/support/people.ts';

/** Posts a form and returns the text of the region `status` on the next page. */
async function toastAfter(who: Client, path: string, fields: Record<string, string>): Promise<string> {
  const posted = await who.page.post(path, fields);
  expect([path, posted.status]).toEqual([path, 303]);
  const next = await who.browser.follow(posted);
  const [, region = ''] = /<(?:section|div)[^>]*role="status"[^>]*>([\s\S]*?)<\/section>/.exec(next.text) ?? [];
  return region.replace(/<[^>]+>/g, '').trim();
}

test('every step of signing up, in and out shows its toast on the next page', async () => {
  const [email, who] = [newEmail('toast'), visitor(sharedServer())];
  expect(await toastAfter(who, '/register', { email, password: PASSWORD })).toContain('Check your mail');
  const code = await mailedCode(sharedServer(), email);
  expect(await toastAfter(who, '/verify', { email, code, type: 'register' })).toContain('Welcome to Arbor');
  expect(await toastAfter(who, '/logout', {})).toContain('Signed out');
  expect(await toastAfter(who, '/login', { email, password: PASSWORD })).toContain('Signed in');
  await who.page.post('/logout', {});
  expect(await toastAfter(who, '/forgot-password', { email })).toContain('Check your mail');
  const reset = await mailedCode(sharedServer(), email, 2);
  const fields = { email, code: reset, type: 'reset-password' };
  expect(await toastAfter(who, '/verify', fields)).toContain('Code accepted');
});

test('a new document, and a change of e-mail that waits for its code, show their toast', async () => {
  const olga = await newPerson(sharedServer());
  expect(await toastAfter(olga, '/', { intent: 'create', title: 'Tulips' })).toContain('Created “Tulips”');
  const fields = { intent: 'email', email: newEmail('next') };
  expect(await toastAfter(olga, '/settings', fields)).toContain('Check your mail');
});

test('a chosen theme or language shows its toast, but not if scripts show the choice', async () => {
  const olga = await newPerson(sharedServer());
  expect(await toastAfter(olga, '/preferences', { theme: 'light', redirectTo: '/' })).toContain('Saved');
  expect(await toastAfter(olga, '/preferences', { lng: 'zh', redirectTo: '/' })).toContain('已保存');
  expect(await toastAfter(olga, '/preferences', { theme: 'dark' })).toBe('');
  expect(await toastAfter(olga, '/preferences', { side: 'open', redirectTo: '/' })).toBe('');
});

test('a resent code leads back to its address and type, whatever the query was', async () => {
  const olga = await newPerson(sharedServer());
  const fields = { intent: 'resend', email: olga.email, type: 'reset-password' };
  const { status, headers } = await visitor(sharedServer()).page.post('/verify', fields);
  const query = new URLSearchParams({ type: 'reset-password', email: olga.email });
  expect([status, headers.get('Location')]).toEqual([303, `/verify?${query}`]);
});

test('forms stand in their page before there is anything to sort or to sign out', async () => {
  const olga = await newPerson(sharedServer());
  const { id } = (await olga.api.post('/api/documents', { title: 'Alone' })).body.data;
  expect((await olga.page.get(`/doc/${id}`)).text).toContain('value="sort-children"');
  expect((await olga.page.get('/settings')).text).toContain('value="sessions-revoke-others"');
});
