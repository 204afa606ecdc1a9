import { beforeAll, describe, expect, test } from 'vitest';
import { arborOn } from '#tests/support/arbor.ts';
import { clientAt, personAt, twoProcesses, untilCached } from '#tests/support/cached-page.ts';
import { inShortOn, migratedFolder } from '#tests/support/database.ts';
import { anotherDevice, makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';

const WORDS = 'Words that only readers may see';
const SIGN_IN = /^\/login/;

type Stage = {
  /** Owns the branch. */
  olga: Person;
  /** Reads it. */
  ben: Person;
  chief: Person;
  /** Shared with Ben. */
  topId: string;
  /** The page that is kept, below the shared document. */
  id: string;
};

/** Ends or changes Ben's rights. All requests go to the process of the given clients. */
type Change = (stage: Stage) => Promise<unknown>;
/** The status of Ben's next request. */
type Row = [name: string, change: Change, status: number];

const rows: Row[] = [
  ['share removed', ({ olga, ben, topId }) => unshare(olga, topId, { targetUserId: ben.id }), 404],
  ['share closed', ({ olga, ben, topId }) => reshare(olga, topId, { userId: ben.id, permission: 'NONE' }), 404],
  ['document closed below', ({ olga, ben, id }) => share(olga, id, ben.email, 'NONE'), 404],
  ['document archived', ({ olga, id }) => done(olga.api.post(`/api/documents/${id}/archive`)), 404],
  ['branch archived', ({ olga, topId }) => done(olga.api.post(`/api/documents/${topId}/archive`)), 404],
  ['moved out of the branch', ({ olga, id }) => moveToRoot(olga, id), 404],
  [
    'owner blocked by the reader',
    ({ ben, olga }) => posted(ben, '/shared', { intent: 'block', email: olga.email }),
    404,
  ],
  ['reader left', ({ ben, topId }) => posted(ben, `/doc/${topId}`, { intent: 'leave' }), 404],
  ['signed out', ({ ben }) => done(clientAt(ben.url, ben).api.post('/api/auth/logout')), 302],
  ['session ended from another device', endSession, 302],
  ['account suspended', ({ chief, ben }) => administer(chief, 'suspend', ben), 302],
  ['account deleted', ({ chief, ben }) => administer(chief, 'delete', ben, `?confirm=delete&userId=${ben.id}`), 302],
];

type Done = { status: number; text: string };

async function done(work: Promise<Done>): Promise<void> {
  const { status, text } = await work;
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
}

const unshare = (who: Person, id: string, input: object) => done(who.api.delete(`/api/documents/${id}/shares`, input));
const reshare = (who: Person, id: string, input: object) => done(who.api.patch(`/api/documents/${id}/shares`, input));
const moveToRoot = (who: Person, id: string) =>
  done(who.api.post('/api/documents/move', { id, targetId: null, dropPosition: 0 }));

async function posted(who: Person, path: string, fields: Record<string, string>): Promise<void> {
  expect((await who.page.post(path, fields)).status).toBe(303);
}

const administer = (chief: Person, intent: string, { id }: Person, query = '') =>
  posted(chief, `/admin/users${query}`, { intent, userId: id });

async function endSession({ ben }: Stage): Promise<void> {
  const device = await anotherDevice({ url: ben.url, dataDir: '', databaseUrl: undefined }, ben);
  await posted(device, '/settings', { intent: 'sessions-revoke-others' });
}

describe.each(inShortOn('postgres'))('a cached page after a change of rights (%s)', (dialect) => {
  const processes = twoProcesses(dialect);
  let chief: Person;
  beforeAll(async () => {
    chief = await newPerson(processes.near, 'chief', { isAdmin: true });
  });

  async function setStage() {
    const [olga, ben] = [await newPerson(processes.near, 'olga'), await newPerson(processes.near, 'ben')];
    const { id: topId } = await makeDocument(olga, { title: 'Top' });
    const { id } = await makeDocument(olga, { title: 'Below', parentId: topId, content: WORDS });
    return { olga, ben, topId, id, chief };
  }

  describe.each([
    ['the same process', () => processes.near.url],
    ['another process', () => processes.far.url],
  ] as const)('made by %s', (_, url) => {
    const elsewhere = (stage: Stage): Stage => ({
      ...stage,
      olga: personAt(url(), stage.olga),
      ben: personAt(url(), stage.ben),
      chief: personAt(url(), stage.chief),
    });

    test.each(rows)('%s: the next request shows nothing of it', async (_name, change, status) => {
      const stage = await setStage();
      await share(stage.olga, stage.topId, stage.ben.email, 'READ');
      const path = `/doc/${stage.id}`;
      const cached = await untilCached(stage.ben, path);
      expect(cached.text).toContain(WORDS);
      await change(elsewhere(stage));
      const held = { headers: { 'If-None-Match': cached.headers.get('ETag')! } };
      const next = await stage.ben.page.get(path, held);
      expect([next.status, next.text.includes(WORDS)]).toEqual([status, false]);
      if (status === 302) expect(next.headers.get('Location')).toMatch(SIGN_IN);
    });

    // More than are checked at once, so that some wait for their turn.
    test.each(rows.slice(0, 4))(
      '%s: none of many requests at once shows anything of it',
      async (_name, change, status) => {
        const stage = await setStage();
        await share(stage.olga, stage.topId, stage.ben.email, 'READ');
        const path = `/doc/${stage.id}`;
        await untilCached(stage.ben, path);
        await change(elsewhere(stage));
        const answers = await Promise.all(Array.from({ length: 12 }, () => stage.ben.page.get(path)));
        for (const answer of answers) expect([answer.status, answer.text.includes(WORDS)]).toEqual([status, false]);
      },
    );

    test('an archived document is deleted', async () => {
      const stage = await setStage();
      await done(stage.olga.api.post(`/api/documents/${stage.id}/archive`));
      expect((await untilCached(stage.olga, `/doc/${stage.id}`)).text).toContain(WORDS);
      await done(elsewhere(stage).olga.api.delete(`/api/documents/${stage.id}`));
      expect((await stage.olga.page.get(`/doc/${stage.id}`)).status).toBe(404);
    });

    test('a group loses its share, and a member leaves the group', async () => {
      for (const kind of ['share', 'member']) {
        const stage = await setStage();
        const { olga, ben, topId, id } = stage;
        const group = (await chief.api.post('/api/groups', { name: `Team ${kind} ${id}` })).body.data.id as string;
        await done(chief.api.post(`/api/groups/${group}/members`, { email: ben.email }));
        await done(olga.api.post(`/api/documents/${topId}/shares`, { groupId: group, permission: 'READ' }));
        expect((await untilCached(ben, `/doc/${id}`)).text).toContain(WORDS);
        const there = elsewhere(stage);
        if (kind === 'share') await unshare(there.olga, topId, { groupId: group });
        else await done(there.chief.api.delete(`/api/groups/${group}/members`, { userId: ben.id }));
        const next = await ben.page.get(`/doc/${id}`);
        expect([kind, next.status, next.text.includes(WORDS)]).toEqual([kind, 404, false]);
      }
    });

    test('more rights show at once, and fewer', async () => {
      const stage = await setStage();
      const { ben, topId, id } = stage;
      const there = elsewhere(stage);
      const edit = `href="/doc/${id}/edit"`;
      await share(stage.olga, topId, ben.email, 'READ');
      expect((await untilCached(ben, `/doc/${id}`)).text).not.toContain(edit);
      await reshare(there.olga, topId, { userId: ben.id, permission: 'EDIT' });
      expect((await ben.page.get(`/doc/${id}`)).text).toContain(edit);
      expect((await untilCached(ben, `/doc/${id}`)).text).toContain(edit);
      await reshare(there.olga, topId, { userId: ben.id, permission: 'READ' });
      expect((await ben.page.get(`/doc/${id}`)).text).not.toContain(edit);
    });

    test('a role shows in the frame at once', async () => {
      const stage = await setStage();
      const { olga, id } = stage;
      const there = elsewhere(stage);
      await untilCached(olga, `/doc/${id}`);
      await administer(there.chief, 'promote', olga);
      expect((await olga.page.get(`/doc/${id}`)).text).toContain('href="/admin/users"');
      await untilCached(olga, `/doc/${id}`);
      await administer(there.chief, 'demote', olga);
      expect((await olga.page.get(`/doc/${id}`)).text).not.toContain('href="/admin/users"');
    });
  });

  test('the command line is another process', async () => {
    const { olga, id } = await setStage();
    await untilCached(olga, `/doc/${id}`);
    await arborOn(processes.near, ['user', 'suspend', olga.email]);
    expect((await olga.page.get(`/doc/${id}`)).headers.get('Location')).toMatch(SIGN_IN);
  });

  test('another person at the same address gets their own page, or none', async () => {
    const { olga, ben, topId, id } = await setStage();
    const hers = await untilCached(olga, `/doc/${id}`);
    const held = { headers: { 'If-None-Match': hers.headers.get('ETag')! } };
    expect((await ben.page.get(`/doc/${id}`, held)).status).toBe(404);
    await share(olga, topId, ben.email, 'READ');
    const his = await ben.page.get(`/doc/${id}`, held);
    expect(his.status).toBe(200);
    expect(his.text).not.toContain(`href="/doc/${id}/edit"`);
    expect(his.text).not.toContain(olga.browser.cookies.get('XSRF-TOKEN'));
  });

  test('someone without a session gets none of it', async () => {
    const { olga, id } = await setStage();
    const cached = await untilCached(olga, `/doc/${id}`);
    const stranger = clientAt(processes.near.url, olga);
    stranger.browser.cookies.delete('arbor_access');
    stranger.browser.cookies.delete('arbor_refresh');
    const answer = await stranger.page.get(`/doc/${id}`, { headers: { 'If-None-Match': cached.headers.get('ETag')! } });
    expect(answer.headers.get('Location')).toMatch(SIGN_IN);
  });
});

test('a second factor that is demanded from now on closes a cached page', async () => {
  const server = await startServer({ DATA_DIR: await migratedFolder(), REQUIRE_SECOND_FACTOR: 'administrators' });
  // The first account administers.
  await newPerson(server);
  const olga = await newPerson(server, 'olga');
  const { id } = await makeDocument(olga);
  await untilCached(olga, `/doc/${id}`);
  await arborOn(server, ['user', 'promote', olga.email]);
  expect((await olga.page.get(`/doc/${id}`)).headers.get('Location')).toMatch(/^\/second-factor/);
  await server.remove();
});
