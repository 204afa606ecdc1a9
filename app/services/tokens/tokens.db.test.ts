import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccount } from '#app/services/administration/delete-account.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { connectClient } from '#app/services/oauth/connect-client.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';
import { listTokens, revokeToken } from '#app/services/tokens/list-tokens.ts';
import { database, execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const BACKUP = { name: 'Backup', scope: 'write', expiresIn: 90 } as const;
const DAY = 24 * 3600;
const HERE = '192.0.2.1';

describeOnBoth('a personal access token', () => {
  test('stands for its account until it is revoked, by its owner alone', async () => {
    const [olga, sven] = [await buildUser(), await buildUser()];
    const token = await createToken(olga, BACKUP);
    expect(token).toMatch(/^arbor_[A-Za-z0-9]{40}$/);
    expect(await findTokenActor(token, HERE)).toEqual({ actor: olga, scope: 'write' });
    const [entry] = await listTokens(olga);
    expect(await listTokens(sven)).toEqual([]);
    await revokeToken(sven, entry!.id);
    expect(await findTokenActor(token, HERE)).toEqual({ actor: olga, scope: 'write' });
    await revokeToken(olga, entry!.id);
    expect(await findTokenActor(token, HERE)).toBeNull();
  });

  test('lies in the database as a hash only', async () => {
    const token = await createToken(await buildUser(), BACKUP);
    const [rows] = await (await database()).query('SELECT * FROM tokens');
    expect(JSON.stringify(rows)).not.toContain(token.slice('arbor_'.length));
  });

  test('notes its last use, once a minute', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const token = await createToken(olga, BACKUP);
    const lastUsedAt = async () => (await listTokens(olga))[0]!.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await findTokenActor(token, HERE);
    const first = await lastUsedAt();
    expect(first).toBe(new Date().toISOString());
    clock.advance(59);
    await findTokenActor(token, HERE);
    expect(await lastUsedAt()).toBe(first);
    clock.advance(1);
    await findTokenActor(token, HERE);
    expect(await lastUsedAt()).toBe(new Date().toISOString());
  });

  test('A6: is good for nothing while its account is suspended or deleted', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const olga = await buildUser();
      const token = await createToken(olga, BACKUP);
      await setStatus(olga, status);
      expect(await findTokenActor(token, HERE)).toBeNull();
    }
  });

  test('A7: ends with a password that is reset or changed, and with the account', async () => {
    const olga = await buildUser({ password: PASSWORD });
    const first = await createToken(olga, BACKUP);
    await resetPassword(await createGrant(olga.id, 'reset-password'), PASSWORD);
    expect(await findTokenActor(first, HERE)).toBeNull();
    const second = await createToken(olga, BACKUP);
    await changePassword(olga, { currentPassword: PASSWORD, password: PASSWORD }, DEVICE);
    expect(await findTokenActor(second, HERE)).toBeNull();
    const third = await createToken(olga, BACKUP);
    await deleteAccount(olga, PASSWORD);
    await setStatus(olga, 'ACTIVE');
    expect(await findTokenActor(third, HERE)).toBeNull();
  });

  test('A7: is not created in a session that has ended meanwhile', async () => {
    const olga = await buildUser();
    const { sessionId } = await startSession(olga.id, DEVICE);
    expect(await outcomeOf(createToken(olga, BACKUP, sessionId))).toBe('ok');
    await endSessionsOf(olga.id);
    expect(await outcomeOf(createToken(olga, BACKUP, sessionId))).toBe('authenticationFailed');
  });

  test('C1: is no session, and no other secret is a token', async () => {
    const olga = await buildUser();
    const token = await createToken(olga, BACKUP);
    expect(await findSession(token)).toBeNull();
    const tempId = await createGrant(olga.id, '2fa');
    for (const wrong of [tempId, '', 'arbor_', `${token}x`, token.slice(6), token.toUpperCase()]) {
      expect(await findTokenActor(wrong, HERE)).toBeNull();
    }
  });

  test('an account has fifty at most, asked for at once too', async () => {
    const olga = await buildUser();
    const many = Array.from({ length: 55 }, () => createToken(olga, { ...BACKUP, name: 'Script' }));
    expect(await tally(many)).toEqual({ ok: 50, validationFailed: 5 });
    expect(await outcomeOf(createToken(await buildUser(), { ...BACKUP, name: 'Script' }))).toBe('ok');
  });

  test('an expired token counts no longer, and stays in the list for ninety days', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const client = { name: 'Tool', addresses: [], renews: true };
    const connect = (codeHash: string) => connectClient(olga, { client, clientId: 'tool', codeHash, scope: 'read' });
    await Promise.all(Array.from({ length: 48 }, () => createToken(olga, { ...BACKUP, expiresIn: 1 })));
    await createToken(olga, { ...BACKUP, expiresIn: 365 });
    await connect(`first ${olga.id}`);
    const more = (days: number) => outcomeOf(createToken(olga, { ...BACKUP, expiresIn: days }));
    clock.advance(DAY - 1);
    expect(await more(1)).toBe('validationFailed');
    clock.advance(1);
    // Its access token has expired, but the client can renew it.
    const many = Array.from({ length: 50 }, () => createToken(olga, { ...BACKUP, expiresIn: 365 }));
    expect(await tally(many)).toEqual({ ok: 48, validationFailed: 2 });
    const listed = async () => {
      await removeExpired();
      return (await listTokens(olga)).length;
    };
    expect(await listed()).toBe(98);
    clock.advance(89 * DAY);
    expect(await outcomeOf(connect(`second ${olga.id}`))).toBe('ok');
    expect(await more(1)).toBe('validationFailed');
    clock.advance(DAY - 1);
    expect(await listed()).toBe(99);
    clock.advance(1);
    expect(await listed()).toBe(51);
    // The first connection could be renewed for ninety days.
    clock.advance(89 * DAY - 1);
    expect(await listed()).toBe(51);
    clock.advance(1);
    expect(await listed()).toBe(50);
  });

  test('S10: ends with its days, and tells from where it was used', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const token = await createToken(olga, { ...BACKUP, expiresIn: 1 });
    expect(await findTokenActor(token, HERE)).not.toBeNull();
    expect(await listTokens(olga)).toMatchObject([{ scope: 'write', lastAddress: HERE }]);
    clock.advance(24 * 3600);
    expect(await findTokenActor(token, HERE)).toBeNull();
  });

  test('S10: administers only where an administrator with a second factor asked for it', async () => {
    const admin = await buildUser();
    await execute("UPDATE users SET role = 'ADMIN' WHERE id = $id", { id: admin.id });
    const ask = (actor: Actor) => outcomeOf(createToken(actor, { ...BACKUP, scope: 'admin' }));
    expect(await ask(await buildUser())).toBe('permissionDenied');
    expect(await ask(admin)).toBe('permissionDenied');
    await execute('UPDATE users SET mail_factor_at = 1 WHERE id = $id', { id: admin.id });
    expect(await ask(admin)).toBe('ok');
    expect(await outcomeOf(createToken(admin, { ...BACKUP, expiresIn: null }))).toBe('validationFailed');
  });
});
