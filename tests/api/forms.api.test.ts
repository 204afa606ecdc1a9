import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { anotherDevice, makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';

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
  expect(toast((await olga.page.follow(answer)).text)).toBeTruthy();
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

test('a conflict on a page answers 409 with both texts and a version to save over', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'one paragraph' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs, stored', baseVersion: 1 });
  const mine = { title: 'Seedling', content: 'mine, typed', icon: '', baseVersion: '1' };
  const answer = await olga.page.post(`/doc/${id}/edit`, mine);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('theirs, stored');
  expect(fieldValue(answer.text, 'content')).toBe('mine, typed');
  const csrf = fieldValue(answer.text, 'csrf')!;
  const baseVersion = fieldValue(answer.text, 'baseVersion')!;
  expect((await olga.page.postBlind(`/doc/${id}/edit`, { ...mine, csrf, baseVersion })).status).toBe(303);
  expect((await olga.api.get(`/api/documents/${id}`)).body.data).toMatchObject({ content: 'mine, typed', version: 3 });
});

test('a conflict leaves three ways out: yours, theirs, or both in one text', async () => {
  const olga = await newPerson(server());
  const conflictOf = async () => {
    const { id } = await makeDocument(olga, { content: 'base\n\nrest\n' });
    await olga.api.patch(`/api/documents/${id}`, { content: 'theirs\n\nrest\n', baseVersion: 1 });
    const mine = { title: 'Mine', content: 'yours\n\nrest\n', icon: '🌱', baseVersion: '1' };
    const { text } = await olga.page.post(`/doc/${id}/edit`, mine);
    const hidden = { baseVersion: fieldValue(text, 'baseVersion')!, forkedFrom: fieldValue(text, 'forkedFrom')! };
    return { path: `/doc/${id}/edit`, fields: { ...mine, ...hidden }, text, id };
  };
  const saved = async (id: string) => (await olga.api.get(`/api/documents/${id}`)).body.data.content;
  const ways = { save: 'yours\n\nrest\n', 'save-theirs': 'theirs\n\nrest\n', 'save-both': 'theirs\n\nyours\n\nrest\n' };
  for (const [intent, content] of Object.entries(ways)) {
    const { path, fields, text, id } = await conflictOf();
    expect(text).toMatch(/<del>theirs<\/del>/);
    expect(text).toMatch(/<ins>yours<\/ins>/);
    expect(text).toContain(`value="${intent}"`);
    expect((await olga.page.post(path, { ...fields, intent })).status).toBe(303);
    expect([intent, await saved(id)]).toEqual([intent, content]);
  }
});

test('a conflict met again on the way out keeps everything typed', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'base' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs' });
  const mine = { title: 'Mine', content: 'yours', icon: '', baseVersion: '1' };
  const first = await olga.page.post(`/doc/${id}/edit`, mine);
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs again' });
  const baseVersion = fieldValue(first.text, 'baseVersion')!;
  const again = await olga.page.post(`/doc/${id}/edit`, { ...mine, baseVersion, forkedFrom: '1' });
  expect(again.status).toBe(409);
  expect([fieldValue(again.text, 'content'), fieldValue(again.text, 'forkedFrom')]).toEqual(['yours', '1']);
  expect(again.text).toContain('again');
});

test('a task is ticked by the forms of the page, for those who may edit', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga, { content: '- [ ] one\n- [x] two\n' });
  await share(olga, id, rhea.email, 'READ');
  const { text } = await olga.page.get(`/doc/${id}`);
  expect(text.match(/<form id="task-(?:tick|clear)"/g)).toHaveLength(2);
  expect(text).toMatch(
    /<button type="submit" form="task-tick" name="index" value="0" role="checkbox" aria-checked="false"/,
  );
  expect(text).toMatch(
    /<button type="submit" form="task-clear" name="index" value="1" role="checkbox" aria-checked="true"/,
  );
  const tick = (fields: object, by = olga) => by.page.post(`/doc/${id}`, { intent: 'task', ...fields });
  const content = async () => (await olga.api.get(`/api/documents/${id}`)).body.data.content;
  const ticked = await tick({ index: '0', checked: 'true' });
  expect([ticked.status, location(ticked)]).toEqual([303, `/doc/${id}#task-0`]);
  expect((await olga.page.follow(ticked)).text).toMatch(
    /<button [^>]*value="0" [^>]*id="task-0" aria-labelledby="task-0-text"/,
  );
  expect(await content()).toBe('- [x] one\n- [x] two\n');
  expect((await tick({ index: '1', checked: 'false' })).status).toBe(303);
  expect((await tick({ index: '0' })).status).toBe(303);
  expect(await content()).toBe('- [ ] one\n- [ ] two\n');
  expect((await tick({ index: '0', checked: 'on' })).status).toBe(303);
  expect(await content()).toBe('- [x] one\n- [ ] two\n');
  for (const index of ['2', '-1', 'x', '1.5', '']) expect((await tick({ index, checked: 'true' })).status).toBe(422);
  expect((await tick({ index: '7', checked: 'true' })).text).toContain('This task is no longer in the text');
  expect((await tick({ index: '1', checked: 'true' }, rhea)).status).toBe(403);
  const asReader = (await rhea.page.get(`/doc/${id}`)).text;
  expect(asReader).toContain('<input type="checkbox" disabled class="task-checkbox" data-task="1"');
  expect(asReader).not.toMatch(/task-tick|role="checkbox"/);
  expect(await content()).toBe('- [x] one\n- [ ] two\n');
});

test('any two versions are compared, by ids of this document only', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'one red bed' });
  for (const content of ['one blue bed', 'two blue beds']) await olga.api.patch(`/api/documents/${id}`, { content });
  const revisions = (await olga.api.get(`/api/documents/${id}/revisions`)).body.data.items;
  const [newest, , oldest] = revisions.map((revision: { id: string }) => revision.id);
  const between = async (from: string, to: string) =>
    (await olga.page.get(`/doc/${id}/history?from=${from}&to=${to}`)).text;
  expect(await between(oldest, newest)).toContain('<del>one</del><ins>two</ins>');
  expect(await between(oldest, newest)).toContain('<del>red</del><ins>blue</ins>');
  expect(await between(newest, oldest)).toContain('<del>two</del><ins>one</ins>');
  expect(await between(oldest, oldest)).not.toMatch(/<ins>|<del>/);
  expect((await olga.page.get(`/doc/${id}/history`)).text).toContain('<del>one</del><ins>two</ins>');
  const other = await makeDocument(olga);
  const foreign = (await olga.api.get(`/api/documents/${other.id}/revisions`)).body.data.items[0].id;
  for (const [from, to] of [
    [foreign, newest],
    [oldest, foreign],
    ['x', newest],
  ]) {
    expect((await olga.page.get(`/doc/${id}/history?from=${from}&to=${to}`)).status).toBe(404);
  }
});

test('the titles of alerts are in the language of the page, and formulas bring their style sheet', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: '> [!NOTE]\n> a' });
  const maths = await makeDocument(olga, { content: '$x$' });
  expect((await olga.page.get(`/doc/${id}`)).text).toContain('data-alert="note">Note</p>');
  expect((await olga.page.get(`/doc/${id}?lng=zh`)).text).toContain('data-alert="note">说明</p>');
  expect((await olga.page.get(`/doc/${id}`)).text).not.toMatch(/stylesheet"[^>]*katex/);
  const { text } = await olga.page.get(`/doc/${maths.id}`);
  const preview = { intent: 'preview', title: 'T', content: '> [!NOTE]\n> $x$', icon: '', baseVersion: '1' };
  const previewed = (await olga.page.post(`/doc/${id}/edit?lng=zh`, preview)).text;
  expect(previewed).toContain('data-alert="note">说明</p>');
  expect(previewed).toMatch(/\/assets\/katex[^"]*\.css/);
  const [sheet] = /\/assets\/katex[^"]*\.css/.exec(text) ?? [];
  expect((await olga.page.get(sheet!)).text).toMatch(/url\(\.\/KaTeX_Main-Regular/);
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
