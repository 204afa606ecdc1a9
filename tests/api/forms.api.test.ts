import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { anotherDevice, makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';

const server = () => sharedServer();
const TYPED = 'Typed for an hour:\n\n<b>"quotes" & more</b>\n\tend';

const location = ({ headers }: { headers: Headers }) => headers.get('Location');
const titleOf = async (person: Person, id: string) => (await person.api.get(`/api/documents/${id}`)).body.data.title;

test('a posted form answers 303, and the next page says once what happened', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const answer = await olga.page.post(`/doc/${id}`, { intent: 'star' });
  expect([answer.status, location(answer)]).toEqual([303, `/doc/${id}`]);
  const toast = (html: string) =>
    /role="status"[^>]*>([\s\S]*?)<\/(?:div|section|output)>/
      .exec(html)?.[1]
      ?.replace(/<[^>]*>/g, '')
      .trim();
  expect(toast((await olga.page.follow(answer)).text)).toBe('Star added');
  expect(toast((await olga.page.get(`/doc/${id}`)).text) ?? '').toBe('');
});

test('a refused form is the same page with the status of the API, every value kept but passwords', async () => {
  const person = visitor(server());
  const answer = await person.page.post('/login', {
    email: 'not an address',
    password: 'Secret-Value-1',
    redirectTo: '/starred',
  });
  expect(answer.status).toBe(422);
  expect(fieldValue(answer.text, 'email')).toBe('not an address');
  expect(fieldValue(answer.text, 'redirectTo')).toBe('/starred');
  expect(answer.text).not.toContain('Secret-Value-1');
  expect(answer.text).toMatch(/aria-invalid="true"/);
  expect((await person.page.post('/login', { email: 'nobody@example.com', password: 'x' })).status).toBe(400);
});

test('a POST whose session ended answers 401 with the fields, and gives them back after signing in', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { title: 'Before' });
  const other = await anotherDevice(server(), olga);
  const page = await olga.page.get(`/doc/${id}/edit`);
  await other.api.post('/api/auth/logout');
  for (const name of ['arbor_access', 'arbor_refresh'])
    olga.browser.cookies.set(name, other.browser.cookies.get(name) ?? 'ended');
  const fields = {
    csrf: fieldValue(page.text, 'csrf')!,
    title: 'After <tag>',
    content: TYPED,
    icon: '',
    baseVersion: '1',
  };
  const ended = await olga.page.postBlind(`/doc/${id}/edit`, fields);
  expect(ended.status).toBe(401);
  expect(JSON.parse(fieldValue(ended.text, 'unsent')!)).toMatchObject({
    path: `/doc/${id}/edit`,
    fields: { content: TYPED },
  });
  const signIn = {
    csrf: fieldValue(ended.text, 'csrf')!,
    redirectTo: fieldValue(ended.text, 'redirectTo')!,
    unsent: fieldValue(ended.text, 'unsent')!,
    email: olga.email,
  };
  const wrong = await olga.page.postBlind('/login', { ...signIn, password: 'Wrong-1' });
  expect([wrong.status, fieldValue(wrong.text, 'unsent')]).toEqual([400, signIn.unsent]);
  const back = await olga.page.postBlind('/login', {
    ...signIn,
    csrf: fieldValue(wrong.text, 'csrf')!,
    password: PASSWORD,
  });
  expect(back.status).toBe(303);
  expect(location(back)).toMatch(new RegExp(`^/doc/${id}/edit\\?kept=`));
  const filled = await olga.page.follow(back);
  expect([fieldValue(filled.text, 'title'), fieldValue(filled.text, 'content')]).toEqual(['After <tag>', TYPED]);
  const saved = await olga.page.postBlind(`/doc/${id}/edit`, { ...fields, csrf: fieldValue(filled.text, 'csrf')! });
  expect(saved.status).toBe(303);
  expect(await titleOf(olga, id)).toBe('After <tag>');
});

test('a stale csrf value answers 403 with the form filled and a fresh value that works', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { title: 'Before' });
  const fields = { csrf: 'stale', title: 'After', content: TYPED, icon: '🌳', baseVersion: '1' };
  const refused = await olga.page.postBlind(`/doc/${id}/edit`, fields);
  expect(refused.status).toBe(403);
  expect([fieldValue(refused.text, 'title'), fieldValue(refused.text, 'content')]).toEqual(['After', TYPED]);
  const again = await olga.page.postBlind(`/doc/${id}/edit`, { ...fields, csrf: fieldValue(refused.text, 'csrf')! });
  expect([again.status, await titleOf(olga, id)]).toEqual([303, 'After']);
});

test('a stale csrf value on a path that is only posted to answers 403 with its fields too', async () => {
  const olga = await newPerson(server());
  const refused = await olga.page.postBlind('/preferences', { csrf: 'stale', theme: 'light', redirectTo: '/starred' });
  expect(refused.status).toBe(403);
  expect(fieldValue(refused.text, 'theme')).toBe('light');
  const csrf = fieldValue(refused.text, 'csrf')!;
  const done = await olga.page.postBlind('/preferences', { csrf, theme: 'light', redirectTo: '/starred' });
  expect([done.status, location(done)]).toEqual([303, '/starred']);
  expect((await olga.page.postBlind('/logout', { csrf: 'stale' })).status).toBe(403);
  expect((await olga.page.get('/logout')).status).toBe(302);
  expect((await olga.api.get('/api/auth/me')).status).toBe(200);
});

test('pages that need sign-in lead there and back, within this origin only', async () => {
  const person = await newPerson(server());
  const nobody = visitor(server());
  expect(location(await nobody.page.get('/search?keyword=a%26b&page=2'))).toBe(
    `/login?redirectTo=${encodeURIComponent('/search?keyword=a%26b&page=2')}`,
  );
  const outside = [
    'https://evil.example.com',
    '//evil.example.com',
    '/\\evil.example.com',
    '/\t/evil.example.com',
    'javascript:alert(1)',
    '\\\\evil.example.com',
    '/.//evil.example.com',
    'evil',
    '///x',
    '/%5C/../..//evil.example.com',
    ' /x',
    '/\u0000//x',
  ];
  for (const redirectTo of ['/starred?x=1#y', ...outside]) {
    const device = visitor(server());
    const signedIn = await device.page.post('/login', { email: person.email, password: PASSWORD, redirectTo });
    const expected = redirectTo.startsWith('/starred') ? '/starred?x=1#y' : expect.stringMatching(/^\/(?![/\\])/);
    expect([redirectTo, signedIn.status, location(signedIn)]).toEqual([redirectTo, 303, expected]);
    expect(new URL(location(signedIn)!, server().url).origin).toBe(server().url);
    const chosen = await device.page.post('/preferences', { lng: 'en', redirectTo });
    expect(new URL(location(chosen)!, server().url).origin).toBe(server().url);
    const already = await device.page.get(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
    expect(new URL(location(already)!, server().url).origin).toBe(server().url);
  }
});

test('a blank title on a form becomes Untitled in the page’s language', async () => {
  const olga = await newPerson(server());
  const made = await olga.page.post('/?lng=zh', { intent: 'create', title: '  ' });
  const id = /\/doc\/(\w+)/.exec(location(made)!)![1]!;
  expect(await titleOf(olga, id)).toMatch(/\p{Script=Han}/u);
});
