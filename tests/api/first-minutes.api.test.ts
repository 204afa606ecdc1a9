import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { newPerson, type Person } from '#tests/support/people.ts';

const server = () => sharedServer();
const tree = async (person: Person, parentId = '') =>
  (await person.api.get(`/api/documents/tree${parentId && `?parentId=${parentId}`}`)).body.data as {
    id: string;
    title: string;
  }[];

test('an empty home offers three ways; the sample tree is planted in one press, and removed in one', async () => {
  const olga = await newPerson(server());
  const empty = (await olga.page.get('/')).text;
  for (const way of ['Give your first document a name', 'Try a sample tree', 'Bring files along'])
    expect(empty).toContain(way);
  expect(empty).not.toContain('Sort my top-level documents');
  const planted = await olga.page.post('/', { intent: 'sample' });
  expect(planted.status).toBe(303);
  const [top] = await tree(olga);
  expect(planted.headers.get('Location')).toBe(`/doc/${top!.id}`);
  expect((await tree(olga, top!.id)).map(({ title }) => title)).toEqual(['Write', 'Arrange', 'Share']);
  const [write] = await tree(olga, top!.id);
  await olga.api.patch(`/api/documents/${write!.id}`, { content: 'My own words.' });
  const home = (await olga.page.get('/')).text;
  expect(home).not.toContain('Try a sample tree');
  const importId = formFields(home).find(({ name }) => name === 'importId')!.value;
  const removed = await olga.page.post('/', { intent: 'sample-remove', importId });
  expect([removed.status, removed.headers.get('Location')]).toEqual([303, '/']);
  expect(await tree(olga)).toEqual([]);
  // Changed documents are kept.
  const archived = (await olga.api.get('/api/documents?scope=archived')).body.data.items;
  expect(archived.map(({ title }: { title: string }) => title)).toEqual(['Write']);
  expect((await olga.page.get('/')).text).not.toContain('Remove the sample tree');
});

test('the sample tree is in the language of the page', async () => {
  const li = await newPerson(server());
  li.browser.cookies.set('i18next', 'zh');
  await li.page.post('/', { intent: 'sample' });
  const [top] = await tree(li);
  expect((await tree(li, top!.id)).map(({ title }) => title)).toEqual(['写作', '整理', '共享']);
});
