import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

const server = () => sharedServer();

test('a branch is given away on its share page, without scripts, after it says what moves', async () => {
  const [olga, rhea] = [await newPerson(server(), 'olga'), await newPerson(server(), 'rhea')];
  const { id } = await makeDocument(olga, { title: 'Garden' });
  await makeDocument(olga, { title: 'Bed', parentId: id });
  const path = `/doc/${id}/share`;
  expect((await olga.page.get(path)).text).toContain('Only people who can edit can become the owner.');
  await share(olga, id, rhea.email, 'EDIT');
  const { text } = await olga.page.get(path);
  for (const words of ['2 documents', 'no files', '1 share, which stays', 'no public link'])
    expect(text).toContain(words);
  expect(text).toMatch(new RegExp(`<option value="${rhea.id}"`));
  const fields = { intent: 'hand-over', userId: rhea.id };
  const unconfirmed = await olga.page.post(path, fields);
  expect(unconfirmed.status).toBe(422);
  expect(unconfirmed.text).toContain('Tick the box to confirm');
  expect(unconfirmed.text).toMatch(new RegExp(`<option value="${rhea.id}" selected`));
  const nobody = await olga.page.post(path, { intent: 'hand-over', userId: '', confirmed: 'on' });
  expect([nobody.status, nobody.text.includes('Choose a person')]).toEqual([422, true]);
  const given = await olga.page.post(path, { ...fields, confirmed: 'on' });
  expect([given.status, given.headers.get('Location')]).toEqual([303, `/doc/${id}`]);
  const mine = (await rhea.api.get(`/api/documents/${id}`)).body.data;
  expect(mine).toMatchObject({ owner: { email: rhea.email }, permission: 'EDIT', parentId: null });
  expect((await olga.page.get(path)).status).toBe(403);
  expect((await olga.api.patch(`/api/documents/${id}`, { title: 'Still mine to write' })).status).toBe(200);
  expect((await rhea.page.get('/inbox')).text).toMatch(/gave you/);
  expect((await olga.page.post(path, { ...fields, confirmed: 'on' })).status).toBe(403);
});
