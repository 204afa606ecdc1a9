import { expect, test } from 'vitest';
import { ADMINISTRATION, MATRIX, move, NO_DOCUMENT, ROLES, type Role } from '#tests/api/access-table.ts';
import { describeOwnServersOnBoth } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { apiRoutes } from '#tests/support/routes.ts';

test('D1: every API route that is about a document has its row', () => {
  const routes = apiRoutes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  const missing = routes.filter(
    (route) =>
      !MATRIX[route] &&
      !NO_DOCUMENT.includes(route) &&
      !ADMINISTRATION.test(route) &&
      !route.startsWith('POST /api/auth/'),
  );
  expect(missing).toEqual([]);
});

// Runs on separate servers, as shares with everyone would appear in other suites' lists.
describeOwnServersOnBoth('D1: who may do what', (server) => {
  async function cast(): Promise<Record<Role, Client> & { owner: Person }> {
    const [owner, edit, read, none, stranger] = await Promise.all(
      ['owner', 'edit', 'read', 'none', 'stranger'].map((name) => newPerson(server(), name)),
    );
    return { anonymous: visitor(server()), stranger: stranger!, none: none!, read: read!, edit: edit!, owner: owner! };
  }

  test('each role gets the same answer as the table says, for every verb, path and field', async () => {
    const people = await cast();
    const other = await makeDocument(people.owner);
    for (const [route, rows] of Object.entries(MATRIX)) {
      for (const [index, { call, codes, plant }] of rows.entries()) {
        const { id } = await makeDocument(people.owner);
        for (const role of ['edit', 'read', 'none'] as const) {
          await share(people.owner, id, (people[role] as Person).email, role.toUpperCase());
        }
        const third = plant ? await plant(people.owner, id) : other.id;
        const answered: number[] = [];
        for (const role of ROLES) answered.push((await call(people[role], id, third)).body.statusCode);
        expect([route, index, ...answered]).toEqual([route, index, ...codes]);
      }
    }
  });

  test('what one may not see is answered exactly like what does not exist', async () => {
    const { owner, stranger } = await cast();
    const { id } = await makeDocument(owner, { title: 'Secret name' });
    const unknown = 'c00000000000000000000000';
    for (const path of ['/api/documents/ID', '/api/documents/ID/shares', '/api/documents/tree?parentId=ID']) {
      const [hidden, missing] = [
        await stranger.api.get(path.replace('ID', id)),
        await stranger.api.get(path.replace('ID', unknown)),
      ];
      expect([hidden.status, hidden.text]).toEqual([missing.status, missing.text]);
    }
    const [page, noPage] = [await stranger.page.get(`/doc/${id}`), await stranger.page.get(`/doc/${unknown}`)];
    expect([page.status, noPage.status]).toEqual([404, 404]);
    expect(page.text).not.toContain('Secret name');
  });

  test('nobody changes the shares of an archived document, its owner neither', async () => {
    const { owner } = await cast();
    const { id } = await makeDocument(owner);
    const shareId = await share(owner, id, 'invited@example.com', 'READ');
    await owner.api.post(`/api/documents/${id}/archive`);
    const path = `/api/documents/${id}/shares`;
    for (const answer of [
      await owner.api.post(path, { email: 'new@example.com', permission: 'READ' }),
      await owner.api.patch(path, { shareId, permission: 'EDIT' }),
      await owner.api.delete(path, { shareId }),
      await owner.api.delete(path, { shareId: 'x' }),
    ]) {
      expect([answer.status, answer.body.statusCode]).toEqual([403, 4002]);
    }
    const removal = { intent: 'share-remove', shareId: String(shareId) };
    expect((await owner.page.post(`/doc/${id}/share`, removal)).status).toBe(403);
    expect((await owner.api.get(path)).body.data).toMatchObject([{ id: shareId, permission: 'READ' }]);
  });

  test('D2: every id of a request is authorised, not just the first', async () => {
    const { owner, stranger } = await cast();
    const [theirs, mine] = [await makeDocument(owner), await makeDocument(stranger)];
    const code = async (answer: Promise<ApiAnswer>) => (await answer).body.statusCode;
    expect(await code(move(theirs.id, 0)(stranger, mine.id, ''))).toBe(4001);
    expect(await code(stranger.api.patch(`/api/documents/${mine.id}`, { parentId: theirs.id }))).toBe(4001);
    expect(await code(stranger.api.post('/api/documents', { title: 'x', parentId: theirs.id }))).toBe(4001);
    const shareId = await share(owner, theirs.id, 'someone@example.com', 'READ');
    const shares = `/api/documents/${mine.id}/shares`;
    expect(await code(stranger.api.patch(shares, { shareId, permission: 'EDIT' }))).toBe(4103);
    expect(await code(stranger.api.delete(shares, { shareId }))).toBe(4103);
    const elsewhere = { email: 'x@example.com', permission: 'READ', docId: theirs.id };
    expect(await code(stranger.api.post(shares, elsewhere))).toBe(422);
    expect(await code(stranger.api.post(shares, { ...elsewhere, docId: mine.id }))).toBe(0);
  });

  test('A10: fields that are nobody’s to set change nothing', async () => {
    const { owner, edit } = await cast();
    const { id } = await makeDocument(owner);
    const forged = {
      id: 'cforged00000000000000000',
      ownerId: (edit as Person).id,
      createdBy: (edit as Person).id,
      position: -5,
      version: 99,
      permission: 'EDIT',
      isArchived: true,
      role: 'ADMIN',
      ['__proto__']: { isStarred: true },
    };
    const before = (await owner.api.get(`/api/documents/${id}`)).body.data;
    expect((await owner.api.patch(`/api/documents/${id}`, forged)).body.data).toEqual(before);
    const made = (await owner.api.post('/api/documents', { title: 'x', ...forged })).body.data;
    expect(made).toMatchObject({ version: 1, isArchived: false, isStarred: false, owner: { email: owner.email } });
    expect(made.id).not.toBe(forged.id);
    const email = `forger-${Date.now()}@example.com`;
    const answer = await visitor(server()).api.post('/api/auth/register', { ...forged, email, password: 'aA1bcd' });
    expect(answer.body.data).toEqual({ email });
  });

  test('D1: an administrator is a stranger to documents, and a suspended person nobody at all', async () => {
    const { anonymous, stranger, edit, ...people } = await cast();
    const admin = await newPerson(server());
    await arborOn(server(), ['user', 'promote', admin.email]);
    await arborOn(server(), ['user', 'suspend', (edit as Person).email]);
    const other = await makeDocument(people.owner);
    for (const [route, rows] of Object.entries(MATRIX)) {
      for (const { call, plant } of rows) {
        const { id } = await makeDocument(people.owner);
        await share(people.owner, id, (edit as Person).email, 'EDIT');
        const third = plant ? await plant(people.owner, id) : other.id;
        const answers = { admin: call(admin, id, third), stranger: call(stranger, id, third) };
        const [byAdmin, byStranger] = [await answers.admin, await answers.stranger];
        expect([route, byAdmin.status, byAdmin.body]).toEqual([route, byStranger.status, byStranger.body]);
        const [bySuspended, byNobody] = [await call(edit, id, third), await call(anonymous, id, third)];
        expect([route, bySuspended.status, bySuspended.body.statusCode]).toEqual([route, 401, 1000]);
        expect([route, byNobody.status]).toEqual([route, 401]);
      }
    }
  });

  test('D5: an administrator sees no more of archived documents than anyone', async () => {
    const { owner } = await cast();
    const admin = await newPerson(server());
    await arborOn(server(), ['user', 'promote', admin.email]);
    const { id } = await makeDocument(owner, { title: 'Archived secret' });
    await owner.api.post(`/api/documents/${id}/archive`);
    for (const answer of [
      await admin.api.get(`/api/documents/${id}`),
      await admin.api.patch(`/api/documents/${id}`, { title: 'x' }),
      await admin.api.post(`/api/documents/${id}/restore`),
      await admin.api.delete(`/api/documents/${id}`),
      await admin.api.get('/api/search?keyword=Archived'),
      await admin.api.get('/api/documents?scope=archived'),
    ]) {
      expect(answer.text).not.toContain('Archived secret');
      if (answer.status !== 404) expect(answer.body.data.total).toBe(0);
    }
    expect((await admin.page.get('/admin/users')).text).not.toContain('Archived secret');
  });
});
