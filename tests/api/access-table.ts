import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';

export type Role = 'anonymous' | 'stranger' | 'none' | 'read' | 'edit' | 'owner';
export const ROLES: Role[] = ['anonymous', 'stranger', 'none', 'read', 'edit', 'owner'];
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
export const move =
  (targetId: string | null | 'other', dropPosition: number): Row['call'] =>
  (who, id, other) =>
    who.api.post('/api/documents/move', { id, targetId: targetId === 'other' ? other : targetId, dropPosition });
/** Moves a new document of the caller's beside the row's, which is a root. */
const besideRoot =
  (dropPosition: number): Row['call'] =>
  async (who, targetId) => {
    const made = await who.api.post('/api/documents', { title: 'Mine' });
    return who.api.post('/api/documents/move', { id: made.body.data?.id ?? NO_REVISION, targetId, dropPosition });
  };

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
export const MATRIX: Record<string, Row[]> = {
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
    {
      call: (who, id, other) => who.api.patch(`/api/documents/${id}`, { parentId: other }),
      codes: [1000, 4001, 4001, 4002, 4001, 0],
    },
    { call: patch({ parentId: null }), codes: OWNING },
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
    { call: besideRoot(-1), codes: OWNING },
    { call: besideRoot(1), codes: OWNING },
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
export const NO_DOCUMENT = [
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
export const ADMINISTRATION = /^\w+ \/api\/(?:admin|groups)\b/;
