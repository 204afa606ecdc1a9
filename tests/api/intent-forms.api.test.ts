import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { formsOf, intentsOf } from '#tests/support/page-forms.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const server = () => sharedServer();

async function formFor(person: Person, path: string, intent: string, field = 'csrf') {
  const forms = formsOf((await person.page.get(path)).text, path);
  const form = forms.find(
    (each) => intentsOf(each).includes(intent) && each.controls.some(({ name }) => name === field),
  );
  return (
    form && { action: form.action, fields: Object.fromEntries(form.controls.map((each) => [each.name, each.value])) }
  );
}

test('the form of the home page creates at the root and names the parent', async () => {
  const olga = await newPerson(server());
  const form = await formFor(olga, '/', 'create', 'title');
  expect(form).toMatchObject({ action: '/', fields: { title: '', parentId: '' } });
  expect((await olga.page.post('/', { ...form!.fields, title: 'Seeds' })).status).toBe(303);
  expect((await olga.api.get('/api/documents/tree')).body.data).toMatchObject([{ title: 'Seeds', parentId: null }]);
});

test('an archived document offers to restore and to delete, and nothing that is refused', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  await olga.api.post(`/api/documents/${id}/archive`);
  const path = `/doc/${id}`;
  expect([await formFor(olga, path, 'star'), await formFor(olga, path, 'unstar')]).toEqual([undefined, undefined]);
  expect(await formFor(olga, path, 'restore')).toMatchObject({ action: path });
  const form = await formFor(olga, path, 'delete');
  const asked = await olga.page.post(path, { ...form!.fields, intent: 'delete' });
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, `${path}?confirm=delete`]);
  const confirmed = await formFor(olga, `${path}?confirm=delete`, 'delete');
  expect((await olga.page.post(confirmed!.action, { ...confirmed!.fields, intent: 'delete' })).status).toBe(303);
  expect((await olga.api.get(`/api/documents/${id}`)).status).toBe(404);
});

test('to delete is confirmed only where it is possible; elsewhere the answer is the one of the API at once', async () => {
  const [olga, rhea, sven] = [await newPerson(server()), await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga);
  await share(olga, id, rhea.email, 'READ');
  for (const [who, status] of [
    [olga, 409],
    [rhea, 403],
    [sven, 404],
  ] as const) {
    expect((await who.api.delete(`/api/documents/${id}`)).status).toBe(status);
    expect((await who.page.post(`/doc/${id}`, { intent: 'delete' })).status).toBe(status);
    expect((await who.page.post('/archive', { intent: 'delete', docId: id })).status).toBe(status);
  }
  const asked = await olga.page.get(`/doc/${id}?confirm=delete`);
  expect([asked.status, asked.text.includes('Only archived documents can be deleted')]).toEqual([200, true]);
  await olga.api.post(`/api/documents/${id}/archive`);
  const fromArchive = await olga.page.post('/archive', { intent: 'delete', docId: id });
  expect([fromArchive.status, fromArchive.headers.get('Location')]).toEqual([303, `/doc/${id}?confirm=delete`]);
});

test('the history offers to restore the text before the last save, or any version that is shown', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'first' });
  const path = `/doc/${id}/history`;
  expect(await formFor(olga, path, 'restore')).toBeUndefined();
  for (const content of ['second', 'third']) await olga.api.patch(`/api/documents/${id}`, { content });
  const { items } = (await olga.api.get(`/api/documents/${id}/revisions`)).body.data;
  const offered = async (query: string) => (await formFor(olga, `${path}${query}`, 'restore'))?.fields.revisionId;
  expect(await offered('')).toBe(items[1].id);
  expect(await offered(`?revision=${items[2].id}`)).toBe(items[2].id);
  expect(await offered(`?from=${items[2].id}&to=${items[0].id}`)).toBe(items[2].id);
  expect(await offered(`?from=${items[0].id}&to=${items[0].id}`)).toBeUndefined();
  await olga.page.post(path, { intent: 'restore', revisionId: items[1].id });
  expect((await olga.api.get(`/api/documents/${id}`)).body.data.content).toBe('second');
});
