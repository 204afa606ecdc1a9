import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

const server = () => sharedServer();

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
  expect([ticked.status, ticked.headers.get('Location')]).toEqual([303, `/doc/${id}#task-0`]);
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

test('a field that is not posted with a text keeps its value, and an empty one removes it', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { title: 'Beds', content: 'Carrots\n' });
  await olga.api.patch(`/api/documents/${id}`, { icon: '🌲' });
  const now = async () => (await olga.api.get(`/api/documents/${id}`)).body.data;
  const save = async (fields: object) => {
    const { version } = await now();
    const saved = await olga.page.post(`/doc/${id}/edit`, { baseVersion: String(version), ...fields });
    expect(saved.status).toBe(303);
    const { title, content, icon } = await now();
    return [title, content, icon];
  };
  expect(await save({ title: 'Two beds', content: 'Leeks\n' })).toEqual(['Two beds', 'Leeks\n', '🌲']);
  expect(await save({ title: 'Three beds' })).toEqual(['Three beds', 'Leeks\n', '🌲']);
  expect(await save({ content: 'Beans\n' })).toEqual(['Three beds', 'Beans\n', '🌲']);
  expect(await save({ content: '', icon: '' })).toEqual(['Three beds', '', null]);
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

test('without an AI service its pages say so, and lead back', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const ofDocument = await olga.page.get(`/doc/${id}/ai`);
  expect(ofDocument.status).toBe(404);
  expect(ofDocument.text).toContain('This installation has no AI service.');
  expect(ofDocument.text).toContain(`<a class="button main" href="/doc/${id}">`);
  expect(ofDocument.text).not.toContain('Ask for access');
  const ask = await olga.page.get('/ask?lng=zh');
  expect(ask.status).toBe(404);
  expect(ask.text).toContain('本站没有配置 AI 服务');
  expect(ask.text).toContain('<a class="button main" href="/">');
});
