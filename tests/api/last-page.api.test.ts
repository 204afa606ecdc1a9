import { beforeAll, expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const server = ownServer();
let chief: Person;
let friend: Person;
let top: { id: string };

// The first account of a server is its administrator.
beforeAll(async () => {
  [chief, friend] = [await newPerson(server(), 'chief'), await newPerson(server(), 'friend')];
  top = await makeDocument(chief, { title: 'Quince wall' });
  for (let nth = 0; nth < 7; nth += 1) {
    const { id } = await makeDocument(chief, { title: `Quince ${nth}`, parentId: top.id });
    await chief.api.patch(`/api/documents/${id}`, { isStarred: true, title: `Quince tree ${nth}` });
    await chief.page.get(`/doc/${id}`);
    if (nth < 3) await share(chief, id, friend.email, 'READ');
    const { id: gone } = await makeDocument(chief, { title: `Withered ${nth}` });
    if (nth < 3) await chief.api.post(`/api/documents/${gone}/archive`);
  }
});

const mainOf = async (person: Person, path: string) => {
  const { status, text } = await person.page.get(path);
  expect([path, status]).toEqual([path, 200]);
  return /<main[\s\S]*<\/main>/.exec(text)![0].replaceAll('<!-- -->', '');
};

test('a page past the end is the last page, on every list', async () => {
  const lists: [Person, string, number][] = [
    [chief, '/search?keyword=quince&limit=5', 2],
    [chief, '/?', 2],
    [chief, '/starred?limit=2', 4],
    [chief, '/archive?limit=2', 2],
    [friend, '/shared?limit=2', 2],
    [friend, '/inbox?filter=all&limit=2', 2],
    [chief, `/doc/${top.id}/activity?limit=4`, 5],
    [chief, '/admin/users?limit=1', 2],
    [chief, '/admin/audit?limit=1', 0],
  ];
  for (const [person, path, pages] of lists) {
    const main = await mainOf(person, `${path}&page=9999`);
    const [, page, of] = /Page (\d+) of (\d+)/.exec(main) ?? [];
    expect([path, page], main.slice(-600)).toEqual([path, of]);
    if (pages > 0) expect([path, Number(of)]).toEqual([path, pages]);
    expect([path, main.includes('class="empty')]).toEqual([path, false]);
    expect(main).toContain('rel="prev"');
  }
});

test('a list of one page is shown whatever page is asked for', async () => {
  for (const [path, words] of [
    [`/doc/${top.id}?page=9`, 'Quince tree 6'],
    [`/doc/${top.id}/history?page=9`, 'chief'],
    ['/admin/token-usage?page=9', chief.email],
    ['/admin/groups?page=9', 'Everyone'],
  ] as const)
    expect(await mainOf(chief, path), path).toContain(words);
});

test('the API answers with an empty list and the true total, ten rows by default', async () => {
  for (const path of [
    '/api/search?keyword=quince&',
    '/api/documents?',
    `/api/documents/${top.id}/activity?`,
    '/api/admin/users?',
  ]) {
    const { total } = (await chief.api.get(`${path}page=1`)).body.data;
    expect(total, path).toBeGreaterThan(1);
    const { data } = (await chief.api.get(`${path}page=99`)).body;
    expect(data, path).toMatchObject({ items: [], total, page: 99, limit: 10 });
  }
});
