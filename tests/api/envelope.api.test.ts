import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';

const UNKNOWN = 'c00000000000000000000000';
const BIG = JSON.stringify({ title: 'x', content: 'y'.repeat(2 * 1024 * 1024) });

describeServers('the API', (server) => {
  test('answers success in the envelope, creating and deleting too', async () => {
    const olga = await newPerson(server());
    const { status, body, headers } = await olga.api.post('/api/documents', { title: 'First' });
    expect([status, body.statusCode, body.message]).toEqual([200, 0, 'ok']);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const { id } = body.data;
    await olga.api.post(`/api/documents/${id}/archive`);
    expect(await olga.api.delete(`/api/documents/${id}`)).toMatchObject({ status: 200, body: { statusCode: 0 } });
  });

  test('answers in the contract’s order: each fault hides those after it', async () => {
    const [olga, rhea, nobody] = [await newPerson(server()), await newPerson(server()), visitor(server())];
    const { id } = await makeDocument(olga);
    await share(olga, id, rhea.email, 'READ');
    const path = `/api/documents/${id}`;
    const bad = { 'X-XSRF-TOKEN': 'wrong' };
    const patch = (who: Client, to: string, body: unknown, headers = {}) => who.api.patch(to, body, { headers });
    const code = async (answer: Promise<{ status: number; body: { statusCode: number } }>) => {
      const { status, body } = await answer;
      return [status, body.statusCode];
    };
    expect(await code(nobody.api.put('/api/nowhere', '{', { headers: bad }))).toEqual([404, 404]);
    expect(await code(nobody.api.put(path, '{', { headers: bad }))).toEqual([405, 405]);
    expect(await code(patch(nobody, path, BIG, bad))).toEqual([413, 413]);
    expect(await code(patch(nobody, path, 'title=x', { ...bad, 'Content-Type': 'text/plain' }))).toEqual([415, 415]);
    expect(await code(patch(nobody, path, '{', bad))).toEqual([400, 400]);
    expect(await code(patch(nobody, path, { title: 5 }, bad))).toEqual([403, 1001]);
    expect(await code(patch(nobody, path, { title: 5 }))).toEqual([401, 1000]);
    expect(await code(patch(rhea, '/api/documents/x', { title: 5 }))).toEqual([422, 422]);
    expect(await code(patch(olga, path, { title: 5, parentId: 'x' }))).toEqual([422, 422]);
    expect(await code(patch(olga, `/api/documents/${UNKNOWN}`, { title: 5 }))).toEqual([404, 4001]);
    expect(await code(patch(rhea, path, { title: 5 }))).toEqual([403, 4002]);
    expect(await code(patch(olga, path, { title: 5 }))).toEqual([422, 422]);
    expect(await code(patch(olga, path, { title: 'fine' }))).toEqual([200, 0]);
  });

  test('names the fields of a 422, in the language of the request', async () => {
    const olga = await newPerson(server());
    // A zero-width space is blank, too.
    const english = await olga.api.post('/api/documents', { title: ' \u200b' });
    expect(english).toMatchObject({ status: 422, body: { statusCode: 422, errors: { title: [expect.any(String)] } } });
    const chinese = await olga.api.post('/api/documents', { title: ' ' }, { headers: { 'Accept-Language': 'zh' } });
    expect(chinese.body.errors!.title![0]).toMatch(/\p{Script=Han}/u);
    expect(chinese.body.message).toMatch(/\p{Script=Han}/u);
    const path = await olga.api.get('/api/documents/not-a-cuid');
    expect(path.body.errors).toEqual({ id: [expect.any(String)] });
  });

  test('K4: gives the same verdict on text that cannot be stored, wherever it comes in', async () => {
    const olga = await newPerson(server());
    const { id } = await makeDocument(olga);
    const bad = 'x\0y';
    const attempts = [
      olga.api.post('/api/documents', { title: bad }),
      olga.api.patch(`/api/documents/${id}`, { content: bad }),
      olga.api.patch(`/api/documents/${id}`, { icon: bad }),
      olga.api.post('/api/documents', { title: 'x', parentId: `c${bad}aaaaaaaaa` }),
      olga.api.get('/api/documents/c%00aaaaaaaaa'),
      olga.api.post(`/api/documents/${id}/shares`, { email: `${bad}@example.com`, permission: 'READ' }),
      visitor(server()).api.post('/api/auth/login', { email: 'a@example.com', password: bad }),
      visitor(server()).api.post('/api/auth/reset-password', { tempId: bad, password: 'aA1bcd' }),
      visitor(server()).api.post('/api/auth/code/validate', {
        email: 'a@example.com',
        code: 'ABCD\0F',
        type: 'register',
      }),
    ];
    for (const { status, body } of await Promise.all(attempts)) expect([status, body.statusCode]).toEqual([422, 422]);
    for (const path of [
      '/api/search?keyword=%00',
      '/api/documents?keyword=a%00b',
      '/api/documents?keyword=%ED%A0%80',
    ]) {
      expect((await olga.api.get(path)).status).toBe(200);
    }
    for (const path of ['/?kept=%00', '/doc/c%00aaaaaaa', '/search?keyword=%00', '/?open=c%00aaaaaaa']) {
      expect([200, 404]).toContain((await olga.page.get(path)).status);
    }
  });

  test('a document, a tree row and a share have the fields of the contract', async () => {
    const [olga, rhea]: Person[] = [await newPerson(server()), await newPerson(server())] as [Person, Person];
    const { id } = await makeDocument(olga!, { title: 'T', content: 'C' });
    await share(olga!, id, rhea!.email, 'READ');
    const { body } = await rhea!.api.get(`/api/documents/${id}`);
    expect(Object.keys(body.data).sort()).toEqual(
      'commenting content coverImage createdAt icon id isArchived isLeaf isStarred noticeType owner parentId permission position title updatedAt version'.split(
        ' ',
      ),
    );
    const tree = await olga!.api.get('/api/documents/tree');
    const row = 'icon id isLeaf isStarred noticeType parentId permission position title'.split(' ');
    expect(Object.keys(tree.body.data[0]).sort()).toEqual(row);
    const shares = await olga!.api.get(`/api/documents/${id}/shares`);
    expect(shares.body.data).toEqual([
      { id: expect.any(Number), userId: rhea!.id, email: rhea!.email, displayName: null, permission: 'READ' },
    ]);
  });
});
