import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { describeAccount } from '#app/services/administration/describe-account.ts';
import { endAllSessionsOf } from '#app/services/administration/end-sessions.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const DAY = 24 * 3600;

describeOnBoth('the report on an account', () => {
  test('counts sessions, tokens, documents, storage and allowance of this account alone', async () => {
    const [olga, sven] = [await buildUser({ password: PASSWORD }), await buildUser()];
    const empty = { sessions: 0, tokens: 0, documents: 0, storageUsed: 0, storageLimit: null, lastSignInAt: null };
    expect(await describeAccount(OPERATOR, sven.email)).toMatchObject({ ...empty, hasPassword: false, providers: [] });
    await buildDocument({ owner: olga });
    await startSession(olga.id, DEVICE);
    await createToken(olga, { name: 'Backup', scope: 'read', expiresIn: 90 });
    await setMailFactor(olga, true);
    await setMonthlyLimit(OPERATOR, [olga.email], 500);
    await execute(
      `INSERT INTO files (id, file_key, owner_id, name, ext, type, size, content_hash, created_at, expires_at, confirmed_at)
       VALUES ($id, $id, $me, 'leaf.png', 'png', 'image/png', 1234, 'hash', 1, 1, 1)`,
      { id: `f${olga.id.slice(1)}`, me: olga.id },
    );
    expect(await describeAccount(OPERATOR, olga.email)).toMatchObject({
      email: olga.email,
      hasPassword: true,
      twoFactor: true,
      sessions: 1,
      tokens: 1,
      documents: 1,
      storageUsed: 1234,
      quota: { monthlyLimit: 500, monthlyUsed: 0 },
    });
    expect(await describeAccount(OPERATOR, sven.email)).toMatchObject(empty);
    expect(await outcomeOf(describeAccount(OPERATOR, 'nobody@example.com'))).toBe('userNotFound');
    expect(await outcomeOf(describeAccount({ via: 'web', actor: sven }, olga.email))).toBe('permissionDenied');
  });

  test('names the last sign-in, also after its session or its event is gone', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const lastSignIn = async () => (await describeAccount(OPERATOR, olga.email)).lastSignInAt;
    await startSession(olga.id, DEVICE);
    clock.advance(DAY);
    const at = new Date().toISOString();
    await startSession(olga.id, DEVICE);
    clock.advance(DAY);
    expect(await lastSignIn()).toBe(at);
    await endAllSessionsOf(OPERATOR, olga.email);
    await execute('DELETE FROM sessions WHERE user_id = $id', { id: olga.id });
    expect(await lastSignIn()).toBe(at);
    await execute('DELETE FROM audit WHERE subject = $id', { id: olga.id });
    expect(await lastSignIn()).toBeNull();
    await startSession(olga.id, DEVICE);
    await execute('DELETE FROM audit WHERE subject = $id', { id: olga.id });
    expect(await lastSignIn()).toBe(new Date().toISOString());
  });
});
