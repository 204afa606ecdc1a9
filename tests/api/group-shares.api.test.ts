import { beforeAll, expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { makeDocument, makeGroup, newPerson, type Person } from '#tests/support/people.ts';

// Shares with everyone would reach the people of other suites.
const server = ownServer();
let chief: Person;
beforeAll(async () => {
  chief = await newPerson(server(), 'chief', { isAdmin: true });
});

test('leaving is offered with a personal share only, and says so when a group still opens the document', async () => {
  const [owner, mia] = [await newPerson(server()), await newPerson(server(), 'mia')];
  const group = await makeGroup(chief, 'Stayers', owner, mia);
  const top = await makeDocument(owner, { title: 'Team' });
  const below = await makeDocument(owner, { title: 'Plan', parentId: top.id });
  const sharing = (fields: Record<string, string>) =>
    owner.page.post(`/doc/${top.id}/share`, { intent: 'share', permission: 'READ', ...fields });
  const isOffered = async (id: string) => (await mia.page.get(`/doc/${id}`)).text.includes('value="leave"');
  const leave = async () => (await mia.page.follow(await mia.page.post(`/doc/${top.id}`, { intent: 'leave' }))).text;
  await sharing({ groupId: group });
  expect([await isOffered(top.id), await isOffered(below.id)]).toEqual([false, false]);
  await sharing({ email: mia.email });
  expect([await isOffered(top.id), await isOffered(below.id)]).toEqual([true, false]);
  expect(await leave()).toContain('You left, but can still see it through a group');
  expect(await isOffered(top.id)).toBe(false);
  await chief.api.delete(`/api/groups/${group}/members`, { email: mia.email });
  await sharing({ email: mia.email });
  expect(await leave()).toContain('You left the document');
});

test('the built-in group has the name of the page’s language after sharing and in the activity', async () => {
  const owner = await newPerson(server());
  const { id } = await makeDocument(owner);
  await owner.page.post('/preferences', { lng: 'zh' });
  const path = `/doc/${id}/share`;
  const shared = await owner.page.post(path, { intent: 'share', groupId: EVERYONE_ID, permission: 'READ' });
  expect((await owner.page.follow(shared)).text).toContain('已共享给「本站的所有人」');
  expect((await owner.page.get(`/doc/${id}/activity`)).text).toContain('将文档共享给了 本站的所有人');
  const below = await makeDocument(owner, { title: '周报', parentId: id });
  const pages = await Promise.all(
    [path, `/doc/${below.id}/share`].map(async (each) => (await owner.page.get(each)).text),
  );
  expect(pages[0]).toMatch(/本站的所有人（\d+）.*「本站的所有人」的权限/);
  expect(pages[1]!.replaceAll('<!-- -->', '')).toMatch(/可阅读，来自「<a href="[^"]*">.*?<\/a>」/);
});

test('closing a document to a person or a group is confirmed as such', async () => {
  const [owner, mia] = [await newPerson(server()), await newPerson(server())];
  const group = await makeGroup(chief, 'Outsiders', owner);
  const { id } = await makeDocument(owner);
  const close = async (who: Record<string, string>) => {
    const closed = await owner.page.post(`/doc/${id}/share`, { intent: 'share', permission: 'NONE', ...who });
    return (await owner.page.follow(closed)).text;
  };
  expect(await close({ email: mia.email })).toContain(`${mia.email} can no longer see this document`);
  expect(await close({ groupId: group })).toContain('Outsiders can no longer see this document');
});
