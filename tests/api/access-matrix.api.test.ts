import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { describeOwnServersOnBoth } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { apiRoutes } from '#tests/support/routes.ts';

type Role = 'anonymous' | 'stranger' | 'none' | 'read' | 'edit' | 'owner';
const ROLES: Role[] = ['anonymous', 'stranger', 'none', 'read', 'edit', 'owner'];
/** Expected codes for each role: anonymous, stranger, NONE, READ, EDIT, owner. */
type Codes = [number, number, number, number, number, number];
const READING: Codes = [1000, 4001, 4001, 0, 0, 0];
const EDITING: Codes = [1000, 4001, 4001, 4002, 0, 0];
const OWNING: Codes = [1000, 4001, 4001, 4002, 4002, 0];

type Row = {
  call: (who: Client, id: string, other: string) => Promise<ApiAnswer>;
  codes: Codes;
  /** Creates an object in the document and returns its id, which becomes `other`. */
  plant?: (owner: Client, id: string) => Promise<string>;
};
const patch =
  (fields: object): Row['call'] =>
  (who, id) =>
    who.api.patch(`/api/documents/${id}`, fields);
const move =
  (targetId: string | null | 'other', dropPosition: number): Row['call'] =>
  (who, id, other) =>
    who.api.post('/api/documents/move', { id, targetId: targetId === 'other' ? other : targetId, dropPosition });

const NO_REVISION = `c${'0'.repeat(23)}`;
const NEVER: Codes = [1000, 4001, 4001, 4001, 4001, 4001];

/** Creates a thread by the owner with a comment, and returns one of their ids. */
const aThread =
  (idOf: (thread: { id: string; comments: { id: string }[] }) => string): Row['plant'] =>
  async (owner, id) =>
    idOf((await owner.api.post(`/api/documents/${id}/comments`, { body: 'Why?' })).body.data);
const plantThread = aThread(({ id }) => id);
const plantComment = aThread(({ comments }) => comments[0]!.id);
/** Objects other than documents answer 404. */
const REPLYING: Codes = [1000, 404, 404, 0, 0, 0];
const RESOLVING: Codes = [1000, 404, 404, 4002, 0, 0];
const OWN_COMMENT: Codes = [1000, 404, 404, 4002, 4002, 0];

/**
 * One row per verb and path; each writable field has its own row. `other` is a second, unshared document of the owner.
 */
const MATRIX: Record<string, Row[]> = {
  'GET /api/documents/:id': [{ call: (who, id) => who.api.get(`/api/documents/${id}`), codes: READING }],
  'GET /api/documents/:id/card': [{ call: (who, id) => who.api.get(`/api/documents/${id}/card`), codes: READING }],
  'GET /api/documents/:id/mentionable': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/mentionable`), codes: READING },
  ],
  'PUT /api/documents/:id/watch': ['off', 'document', 'branch'].map((watch) => ({
    call: (who: Client, id: string) => who.api.put(`/api/documents/${id}/watch`, { watch }),
    codes: READING,
  })),
  'GET /api/documents/:id/presence': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/presence`), codes: READING },
  ],
  'POST /api/documents/:id/presence': [
    { call: (who, id) => who.api.post(`/api/documents/${id}/presence`), codes: READING },
  ],
  'GET /api/documents/tree': [{ call: (who, id) => who.api.get(`/api/documents/tree?parentId=${id}`), codes: READING }],
  'PATCH /api/documents/:id': [
    { call: patch({ isStarred: true }), codes: READING },
    { call: patch({ title: 'New' }), codes: EDITING },
    { call: patch({ content: 'New' }), codes: EDITING },
    { call: patch({ icon: '🌳' }), codes: EDITING },
    { call: patch({ icon: null }), codes: EDITING },
    { call: patch({ isStarred: true, title: 'New' }), codes: EDITING },
    { call: patch({ commenting: 'editors' }), codes: OWNING },
    { call: (who, id, other) => who.api.patch(`/api/documents/${id}`, { parentId: other }), codes: OWNING },
  ],
  'GET /api/documents/:id/comments': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/comments`), codes: READING },
  ],
  'POST /api/documents/:id/comments': [
    { call: (who, id) => who.api.post(`/api/documents/${id}/comments`, { body: 'Why?' }), codes: READING },
  ],
  'POST /api/threads/:id/comments': [
    {
      call: (who, _, thread) => who.api.post(`/api/threads/${thread}/comments`, { body: 'So.' }),
      codes: REPLYING,
      plant: plantThread,
    },
  ],
  'POST /api/threads/:id/resolve': [
    { call: (who, _, thread) => who.api.post(`/api/threads/${thread}/resolve`), codes: RESOLVING, plant: plantThread },
  ],
  'POST /api/threads/:id/reopen': [
    { call: (who, _, thread) => who.api.post(`/api/threads/${thread}/reopen`), codes: RESOLVING, plant: plantThread },
  ],
  'PATCH /api/comments/:id': [
    {
      call: (who, _, comment) => who.api.patch(`/api/comments/${comment}`, { body: 'New' }),
      codes: OWN_COMMENT,
      plant: plantComment,
    },
  ],
  'DELETE /api/comments/:id': [
    { call: (who, _, comment) => who.api.delete(`/api/comments/${comment}`), codes: OWN_COMMENT, plant: plantComment },
  ],
  'POST /api/documents': [
    { call: (who, id) => who.api.post('/api/documents', { title: 'Child', parentId: id }), codes: EDITING },
  ],
  'POST /api/documents/move': [
    { call: move(null, 0), codes: OWNING },
    { call: move('other', 0), codes: [1000, 4001, 4001, 4002, 4001, 0] },
    { call: move('other', 1), codes: [1000, 4001, 4001, 4002, 4001, 0] },
  ],
  // Without an AI provider these answer 404 to everyone; `ai.api.test.ts` covers a configured provider.
  'POST /api/ai/generate': [
    {
      call: (who) => who.api.post('/api/ai/generate', { action: 'ask', prompt: 'What?' }),
      codes: [1000, 404, 404, 404, 404, 404],
    },
  ],
  'POST /api/documents/:id/archive': [
    { call: (who, id) => who.api.post(`/api/documents/${id}/archive`), codes: OWNING },
  ],
  'POST /api/documents/:id/duplicate': [
    { call: (who, id) => who.api.post(`/api/documents/${id}/duplicate`), codes: READING },
  ],
  // Created by the owner, so nobody else may take a copy, and the owner has the document already.
  'POST /api/documents/:id/take-copy': [
    { call: (who, id) => who.api.post(`/api/documents/${id}/take-copy`), codes: [1000, 4001, 4001, 4002, 4002, 4002] },
  ],
  'PUT /api/documents/:id/cover': [
    { call: (who, id) => who.api.put(`/api/documents/${id}/cover`, { url: '/covers/hills.svg' }), codes: EDITING },
    {
      call: (who, id) => who.api.put(`/api/documents/${id}/cover`, { scrollY: 10 }),
      codes: [1000, 4001, 4001, 4002, 4005, 4005],
    },
  ],
  'DELETE /api/documents/:id/cover': [
    { call: (who, id) => who.api.delete(`/api/documents/${id}/cover`), codes: [1000, 4001, 4001, 4002, 4005, 4005] },
  ],
  'POST /api/files/upload-request': [
    {
      call: (who, id) => who.api.post('/api/files/upload-request', { fileName: 'a.png', ext: 'png', docId: id }),
      codes: EDITING,
    },
  ],
  'POST /api/files/from-url': [
    {
      call: (who, id) => who.api.post('/api/files/from-url', { imageUrl: 'http://127.0.0.1/a.png', docId: id }),
      codes: [1000, 4001, 4001, 4002, 422, 422],
    },
  ],
  'POST /api/files/confirm': [
    {
      call: (who) => who.api.post('/api/files/confirm', { fileId: NO_REVISION, fileKey: 'a', downloadUrl: 'a' }),
      codes: [1000, 5001, 5001, 5001, 5001, 5001],
    },
  ],
  'GET /api/files/:fileId': [
    { call: (who) => who.api.get(`/api/files/${NO_REVISION}`), codes: [1000, 5001, 5001, 5001, 5001, 5001] },
  ],
  'DELETE /api/files/:fileId': [
    { call: (who) => who.api.delete(`/api/files/${NO_REVISION}`), codes: [1000, 5001, 5001, 5001, 5001, 5001] },
  ],
  'GET /api/documents/:id/activity': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/activity`), codes: READING },
  ],
  'GET /api/documents/:id/revisions': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/revisions`), codes: READING },
  ],
  'GET /api/documents/:id/revisions/:revisionId': [
    { call: (who, id) => who.api.get(`/api/documents/${id}/revisions/${NO_REVISION}`), codes: NEVER },
  ],
  'POST /api/documents/:id/revisions/:revisionId/restore': [
    {
      call: (who, id) => who.api.post(`/api/documents/${id}/revisions/${NO_REVISION}/restore`),
      codes: [1000, 4001, 4001, 4002, 4001, 4001],
    },
  ],
  'POST /api/documents/:id/restore': [
    // Not archived, so for its owner it exists already.
    { call: (who, id) => who.api.post(`/api/documents/${id}/restore`), codes: [1000, 4001, 4001, 4002, 4002, 4003] },
  ],
  'DELETE /api/documents/:id': [
    { call: (who, id) => who.api.delete(`/api/documents/${id}`), codes: [1000, 4001, 4001, 4002, 4002, 409] },
  ],
  'GET /api/documents/:id/shares': [{ call: (who, id) => who.api.get(`/api/documents/${id}/shares`), codes: OWNING }],
  'POST /api/documents/:id/shares': [
    {
      call: (who, id) => who.api.post(`/api/documents/${id}/shares`, { email: 'new@example.com', permission: 'EDIT' }),
      codes: OWNING,
    },
    {
      call: (who, id) => who.api.post(`/api/documents/${id}/shares`, { groupId: EVERYONE_ID, permission: 'READ' }),
      codes: OWNING,
    },
  ],
  'PATCH /api/documents/:id/shares': [
    {
      call: (who, id) => who.api.patch(`/api/documents/${id}/shares`, { shareId: 1, permission: 'EDIT' }),
      codes: [1000, 4001, 4001, 4002, 4002, 4103],
    },
  ],
  'DELETE /api/documents/:id/shares': [
    {
      call: (who, id) => who.api.delete(`/api/documents/${id}/shares`, { shareId: 1 }),
      codes: [1000, 4001, 4001, 4002, 4002, 4103],
    },
  ],
};
/** Routes that concern only the caller and no document. */
const NO_DOCUMENT = [
  'GET /api/openapi.json',
  'GET /api/auth/me',
  'GET /api/auth/terms',
  'GET /api/admin/ceilings',
  'PUT /api/admin/ceilings',
  'DELETE /api/admin/ceilings',
  'GET /api/admin/users',
  'POST /api/auth/terms',
  'GET /api/documents',
  'GET /api/search',
  'GET /api/saved-searches',
  'POST /api/saved-searches',
  'PATCH /api/saved-searches/:id',
  'DELETE /api/saved-searches/:id',
  'GET /api/ai/quota',
  'GET /api/pictures',
  'GET /api/notifications',
  'POST /api/notifications/read',
];
/** Routes for administrators and keepers, independent of document access: `quotas.db.test.ts`, `groups.api.test.ts`. */
const ADMINISTRATION = /^\w+ \/api\/(?:admin|groups)\b/;

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
      __proto__: { isStarred: true },
    };
    const before = (await owner.api.get(`/api/documents/${id}`)).body.data;
    expect((await owner.api.patch(`/api/documents/${id}`, forged)).body.data).toEqual(before);
    const made = (await owner.api.post('/api/documents', { title: 'x', ...forged })).body.data;
    expect(made).toMatchObject({ version: 1, isArchived: false, owner: { email: owner.email } });
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
