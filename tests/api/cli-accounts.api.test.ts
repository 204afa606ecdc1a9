import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { anotherDevice, makeDocument, signUpOver } from '#tests/support/people.ts';

const NOBODY = 'nobody@example.com';

describeServers('arbor user show and arbor token', (server) => {
  const run = (args: string[]) => {
    const { dataDir, databaseUrl } = server();
    return arbor(args, { dataDir, ...(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {}) });
  };

  test('user show: one flat row in JSON and CSV, a line for each value in a table', async () => {
    const olga = await signUpOver(server(), 'olga');
    await anotherDevice(server(), olga);
    await makeDocument(olga);
    const { code, stdout } = await run(['user', 'show', olga.email, '--json']);
    const [row] = JSON.parse(stdout);
    expect([code, row]).toMatchObject([
      0,
      { email: olga.email, status: 'ACTIVE', verified: true, hasPassword: true, sessions: 2, documents: 1, tokens: 0 },
    ]);
    expect(Date.now() - Date.parse(row.lastSignInAt)).toBeLessThan(600_000);
    const csv = await run(['user', 'show', olga.id, '--format', 'csv']);
    expect(csv.stdout.split('\r\n')[0]).toBe(Object.keys(row).join(','));
    const table = (await run(['user', 'show', olga.email])).stdout;
    expect(table).toMatch(/^E-mail +olga.*@/m);
    expect(table).toMatch(/^Signs in with +password$/m);
    expect(table).toMatch(/^Sessions +2$/m);
    expect((await run(['user', 'show', olga.email, '--lng', 'zh'])).stdout).toMatch(/^登录方式 +密码$/m);
    const unknown = await run(['user', 'show', NOBODY]);
    expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([3, '', `No account: ${NOBODY}\n`]);
  });

  test('token: lists tokens without their values and revokes one, for the next request', async () => {
    const [olga, sven] = [await signUpOver(server(), 'olga'), await signUpOver(server(), 'sven')];
    await olga.page.post('/settings', {
      intent: 'token-create',
      name: 'Backup',
      scope: 'read',
      expiresIn: '30',
    });
    const listed = await run(['token', 'list', olga.email, '--json']);
    const [token] = JSON.parse(listed.stdout);
    expect([listed.code, listed.stderr, token]).toMatchObject([0, '1 token\n', { name: 'Backup', scope: 'read' }]);
    expect(listed.stdout).not.toContain('arbor_');
    const foreign = await run(['token', 'revoke', sven.email, token.id]);
    expect([foreign.code, foreign.stdout]).toEqual([3, '']);
    const revoked = await run(['token', 'revoke', olga.email, token.id]);
    expect([revoked.code, revoked.stderr]).toEqual([0, '“Backup” is revoked\n']);
    expect(revoked.stdout).toContain('Backup');
    expect((await run(['token', 'revoke', olga.email, token.id])).code).toBe(3);
    expect((await run(['token', 'list', olga.email, '--lng', 'zh'])).stderr).toBe('0 个令牌\n');
    expect((await run(['token', 'list', NOBODY])).code).toBe(3);
    expect((await run(['token', 'revoke', olga.email])).code).toBe(2);
  });
});
