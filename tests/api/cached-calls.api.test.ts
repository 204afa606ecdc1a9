import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { clientAt } from '#tests/support/cached-page.ts';
import { type ApiAnswer, Client } from '#tests/support/client.ts';
import { createDatabase, inShortOn, type TestDatabase } from '#tests/support/database.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

/** Reads as one person, with cookies or with a token. */
type Read = (path: string) => Promise<ApiAnswer>;
type Stage = { olga: Person; ben: Person; topId: string; id: string; read: Read };
type Seen = { status: number; title: string | null; inTree: boolean; inList: boolean };

const READABLE: Seen = { status: 200, title: 'Below', inTree: true, inList: true };
const ENDED: Seen = { status: 401, title: null, inTree: false, inList: false };
const LOST: Seen = { status: 404, title: null, inTree: false, inList: false };

async function done(work: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await work;
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
}

/** Changes by the owner or an administrator, and what Ben reads after each. */
const rows: [name: string, change: (stage: Stage, server: RunningServer) => Promise<unknown>, after: Partial<Seen>][] =
  [
    [
      'title',
      ({ olga, id }) => done(olga.api.patch(`/api/documents/${id}`, { title: 'Renamed' })),
      { title: 'Renamed' },
    ],
    [
      'share removed',
      ({ olga, ben, topId }) => done(olga.api.delete(`/api/documents/${topId}/shares`, { targetUserId: ben.id })),
      LOST,
    ],
    ['document closed below', ({ olga, ben, id }) => share(olga, id, ben.email, 'NONE'), LOST],
    ['branch archived', ({ olga, topId }) => done(olga.api.post(`/api/documents/${topId}/archive`)), LOST],
    [
      'moved out of the branch',
      ({ olga, id }) => done(olga.api.post('/api/documents/move', { id, targetId: null, dropPosition: 0 })),
      LOST,
    ],
    ['account suspended', ({ ben }, server) => arborOn(server, ['user', 'suspend', ben.email]), ENDED],
  ];

describe.each(inShortOn('sqlite'))('cached calls (%s)', (dialect) => {
  let database: TestDatabase;
  let near: RunningServer;
  let far: RunningServer;
  beforeAll(async () => {
    database = await createDatabase(dialect, { migrated: true });
    const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir, METRICS_TOKEN: 'measured' };
    near = await startServer(env);
    far = await startServer(env);
    // The first account administers.
    await newPerson(near);
  });
  afterAll(async () => {
    await Promise.all([near.stop(), far.stop()]);
    await database.remove();
  });

  async function setStage(by: 'cookies' | 'token' = 'cookies'): Promise<Stage> {
    const [olga, ben] = [await newPerson(near, 'olga'), await newPerson(near, 'ben')];
    const { id: topId } = await makeDocument(olga, { title: 'Top' });
    const { id } = await makeDocument(olga, { title: 'Below', parentId: topId, content: 'Words. '.repeat(200) });
    await share(olga, topId, ben.email, 'READ');
    return {
      olga,
      ben,
      topId,
      id,
      read: by === 'token' ? withToken(await newToken(ben)) : (path) => ben.api.get(path),
    };
  }

  const withToken =
    (token: string, person?: Person): Read =>
    (path) =>
      (person ?? new Client(near.url)).api.get(path, { headers: { Authorization: `Bearer ${token}` } });

  async function seen({ topId, id, read }: Stage): Promise<Seen> {
    const document = await read(`/api/documents/${id}`);
    const tree = await read(`/api/documents/tree?parentId=${topId}`);
    const list = await read('/api/documents?scope=shared');
    const has = (items: { id: string }[] = []) => items.some((item) => item.id === id);
    return {
      status: document.status,
      title: document.body.data?.title ?? null,
      inTree: has(tree.body.data),
      inList: has(list.body.data?.items),
    };
  }

  /** Returns how many answers came from memory. */
  async function cachedCount(): Promise<number> {
    const metrics = await fetch(`${near.url}/metrics`, { headers: { Authorization: 'Bearer measured' } });
    return Number(/^arbor_kept_answers_total\{answer="kept"\} (\d+)/m.exec(await metrics.text())?.[1] ?? 0);
  }

  /** Reads until all three calls are answered from memory. The first view of a document changes what the next shows. */
  const seenCached = (stage: Stage): Promise<Seen> =>
    until(async () => {
      const before = await cachedCount();
      const found = await seen(stage);
      expect((await cachedCount()) - before).toBe(3);
      return found;
    });

  describe.each(['cookies', 'token'] as const)('with %s', (by) => {
    describe.each([
      ['the same process', () => near],
      ['another process', () => far],
    ] as const)('changed by %s', (_, process) => {
      test.each(rows)('%s: the next calls show it', async (_name, change, after) => {
        const stage = await setStage(by);
        expect(await seenCached(stage)).toEqual(READABLE);
        const olga = Object.assign(clientAt(process().url, stage.olga), { id: stage.olga.id, email: stage.olga.email });
        await change({ ...stage, olga }, process());
        expect(await seen(stage)).toEqual({ ...READABLE, ...after });
      });
    });
  });

  test('a signed-out browser and a revoked token get 401', async () => {
    const stage = await setStage();
    await seenCached(stage);
    const signedIn = clientAt(near.url, stage.ben);
    await done(clientAt(near.url, stage.ben).api.post('/api/auth/logout'));
    expect(await seen({ ...stage, read: (path) => signedIn.api.get(path) })).toEqual(ENDED);
    const other = await setStage('token');
    await seenCached(other);
    const page = await other.ben.page.get('/settings');
    const tokenId = /name="tokenId" value="([^"]+)"/.exec(page.text)![1]!;
    expect((await other.ben.page.post('/settings', { intent: 'token-revoke', tokenId })).status).toBe(303);
    expect(await seen(other)).toEqual(ENDED);
  });

  test('a token goes before cookies, and gets none', async () => {
    const stage = await setStage();
    await seenCached(stage);
    const token = await newToken(await newPerson(near, 'stranger'));
    expect(await seen({ ...stage, read: withToken(token, stage.ben) })).toMatchObject({ status: 404, inList: false });
    expect(await seen({ ...stage, read: withToken('arbor_unknown', stage.ben) })).toEqual(ENDED);
    expect((await withToken(token)('/api/documents')).setCookies).toEqual([]);
  });

  test('a cached call has the headers and the body of a made one, in each encoding', async () => {
    const stage = await setStage();
    const path = `/api/documents/${stage.id}`;
    await seenCached(stage);
    const read = async (headers: Record<string, string>, query = '') => {
      const { status, headers: received, text } = await stage.ben.api.get(path + query, { headers });
      const names = ['content-type', 'cache-control', 'content-encoding', 'vary', 'x-content-type-options'];
      return [status, text, ...names.map((name) => received.get(name))];
    };
    for (const encoding of ['gzip', 'identity']) {
      const before = await cachedCount();
      const cached = await read({ 'Accept-Encoding': encoding });
      expect(await cachedCount()).toBe(before + 1);
      expect(cached).toEqual(await read({ 'Accept-Encoding': encoding }, `?${encoding}`));
      expect(await cachedCount()).toBe(before + 1);
    }
    const head = await stage.ben.page.get(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
