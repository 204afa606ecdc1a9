import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const server = () => sharedServer();

test('a reader sees what happened, opens what changed since, and watches the branch, without scripts', async () => {
  const [olga, rhea] = [await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga, { title: 'Garden', content: 'One pear.' });
  await makeDocument(olga, { title: 'Bed', parentId: id });
  await share(olga, id, rhea.email, 'READ');
  expect((await rhea.page.get(`/doc/${id}`)).text).not.toContain('What changed since I was here');
  await until(async () => {
    const { body } = await rhea.api.get(`/api/documents/${id}`);
    expect(body.data.noticeType).toBe('NONE');
  });
  await olga.api.patch(`/api/documents/${id}`, { content: 'Two pears.' });
  const page = (await rhea.page.get(`/doc/${id}`)).text;
  expect(page).toContain(`href="/doc/${id}/history?since=1"`);
  const compared = (await rhea.page.get(`/doc/${id}/history?since=1`)).text;
  expect(compared).toMatch(/<del[^>]*>One/);
  const activity = (await rhea.page.get(`/doc/${id}/activity`)).text;
  expect(activity).toContain('changed it');
  expect(activity).not.toContain('shared it with');
  expect((await olga.page.get(`/doc/${id}/activity`)).text).toContain(`shared it with ${rhea.email}`);
  const { body } = await rhea.api.get(`/api/documents/${id}/activity?limit=1`);
  expect(body.data).toMatchObject({ total: 3, items: [{ kind: 'wrote', docId: id, count: 1 }] });
  expect(page).toContain('value="watch-branch"');
  await rhea.page.post(`/doc/${id}`, { intent: 'watch-branch' });
  expect((await rhea.page.get(`/doc/${id}`)).text).toContain('You watch this branch');
});

test('the notice of a shared document ends when it is read over the API', async () => {
  const [olga, sven] = [await newPerson(server()), await newPerson(server())];
  const { id } = await makeDocument(olga, { content: 'one\n' });
  await share(olga, id, sven.email, 'READ');
  const noticeOf = async (who: Person) => (await who.api.get('/api/documents')).body.data.items[0].noticeType;
  expect(await noticeOf(sven)).toBe('NEW');
  expect((await sven.api.get(`/api/documents/${id}`)).body.data.noticeType).toBe('NEW');
  await expect.poll(() => noticeOf(sven)).toBe('NONE');
  await olga.api.patch(`/api/documents/${id}`, { content: 'two\n' });
  expect(await noticeOf(sven)).toBe('UPDATE');
});
