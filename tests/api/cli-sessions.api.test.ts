import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { anotherDevice, makeDocument, newPerson, signUpOver } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const NOBODY = 'nobody@example.com';
const status = async (client: { api: { get: (path: string) => Promise<{ status: number }> } }) =>
  (await client.api.get('/api/auth/me')).status;

describeServers('arbor session', (server) => {
  const run = (args: string[]) => {
    const { dataDir, databaseUrl } = server();
    return arbor(['session', ...args], { dataDir, ...(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {}) });
  };

  test('list: the devices of an account, in JSON, CSV and a table of either language', async () => {
    const olga = await signUpOver(server(), 'olga');
    const listed = await run(['list', olga.email.toUpperCase(), '--json']);
    const [session] = JSON.parse(listed.stdout);
    expect([listed.code, Object.keys(session), listed.stderr]).toEqual([
      0,
      ['id', 'userAgent', 'createdAt', 'lastSeenAt'],
      '1 session\n',
    ]);
    expect((await run(['list', olga.email, '--format', 'csv'])).stdout).toContain(`${session.id},`);
    const table = await run(['list', olga.email, '--lng', 'zh']);
    expect(table.stdout).toMatch(/^ID +设备 +登录时间 +上次使用\n/);
    expect(table.stdout).toContain(session.lastSeenAt.slice(0, 10));
    expect(table.stderr).toBe('1 个会话\n');
    expect((await run(['list', NOBODY])).code).toBe(3);
  });

  test('end: one device by its id, every device with --all, and never another person’s', async () => {
    const [olga, sven] = [await signUpOver(server(), 'olga'), await signUpOver(server(), 'sven')];
    const elsewhere = await anotherDevice(server(), olga);
    const [newest] = JSON.parse((await run(['list', olga.email, '--json'])).stdout);
    const foreign = await run(['end', sven.email, newest.id]);
    expect([foreign.code, foreign.stdout, foreign.stderr]).toEqual([
      3,
      '',
      `${sven.email} has no session ${newest.id}\n`,
    ]);
    const one = await run(['end', olga.email, newest.id, '--json']);
    expect([one.code, JSON.parse(one.stdout), one.stderr]).toMatchObject([0, [{ id: newest.id }], '1 session ended\n']);
    expect([await status(elsewhere), await status(olga)]).toEqual([401, 200]);
    const all = await run(['end', olga.email, '--all']);
    expect([all.code, all.stderr]).toEqual([0, '1 session ended\n']);
    expect([await status(olga), await status(sven)]).toEqual([401, 200]);
    expect((await run(['list', olga.email])).stderr).toBe('0 sessions\n');
  });

  test('end: a live document closes as after signing out', async () => {
    const olga = await newPerson(server(), 'olga');
    const { id } = await makeDocument(olga);
    const client = await new LiveClient(olga, id).joined();
    await run(['end', olga.email, '--all']);
    await until(async () => expect(client.closings).toContain(4401));
    client.leave();
  });

  test('end: wrong usage is 2, an unknown account 3', async () => {
    const olga = await newPerson(server(), 'olga');
    for (const args of [['end', olga.email], ['end', olga.email, 'c0', '--all'], ['end'], ['list']]) {
      expect([args, (await run(args)).code]).toEqual([args, 2]);
    }
    expect((await run(['end', NOBODY, '--all'])).code).toBe(3);
    expect(await status(olga)).toBe(200);
  });
});
