import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { endAllSessionsOf, endSessionOf, listSessionsOf } from '#app/services/administration/end-sessions.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { verifySecondFactor } from '#app/services/sign-in/verify-second-factor.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { DEVICE, HERE } from '#tests/support/sign-up.ts';

const auditOf = async (email: string) => {
  const { items } = await searchAudit(OPERATOR, { person: email, kind: 'user', page: 1, limit: 50 });
  const ended = items.filter(({ action }) => action.startsWith('user.end-'));
  return ended.map(({ action, actor, via, subject }) => ({ action, actor, via, subject }));
};

describeOnBoth('sessions of an account, for the operator', () => {
  test('are listed last used first, by address or id, without those that ended', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const first = await startSession(olga.id, DEVICE);
    clock.advance(60);
    const second = await startSession(olga.id, { ...DEVICE, remember: true });
    const ids = async (name: string) => (await listSessionsOf(OPERATOR, name)).map(({ id }) => id);
    expect(await ids(` ${olga.email.toUpperCase()}`)).toEqual([second.sessionId, first.sessionId]);
    clock.advance(25 * 3600);
    expect(await ids(olga.id)).toEqual([second.sessionId]);
    expect(await outcomeOf(listSessionsOf(OPERATOR, 'nobody@example.com'))).toBe('userNotFound');
  });

  test('end one by one, and only those of the named account', async () => {
    const [olga, sven] = [await buildUser(), await buildUser()];
    const [here, there] = [await startSession(olga.id, DEVICE), await startSession(olga.id, DEVICE)];
    expect(await endSessionOf(OPERATOR, sven.email, here.sessionId)).toBeNull();
    expect(await findSession(here.accessToken)).not.toBeNull();
    expect(await auditOf(sven.email)).toEqual([]);
    expect(await endSessionOf(OPERATOR, olga.email, here.sessionId)).toMatchObject({ id: here.sessionId });
    expect([await findSession(here.accessToken), (await findSession(there.accessToken))?.sessionId]).toEqual([
      null,
      there.sessionId,
    ]);
    expect(await endSessionOf(OPERATOR, olga.email, here.sessionId)).toBeNull();
    expect(await auditOf(olga.email)).toEqual([
      { action: 'user.end-session', actor: null, via: 'cli', subject: olga.email },
    ]);
  });

  test('end all at once, with a sign-in that awaits its second factor; access tokens stay', async () => {
    const olga = await buildUser({ password: PASSWORD });
    const session = await startSession(olga.id, DEVICE);
    const token = await createToken(olga, { name: 'Backup', scope: 'write', expiresIn: 90 });
    await setMailFactor(olga, true);
    const entry = await signIn({ email: olga.email, password: PASSWORD, remember: false }, HERE);
    const tempId = 'twoFactor' in entry ? entry.tempId : '';
    expect(await endAllSessionsOf(OPERATOR, olga.email)).toMatchObject([{ id: session.sessionId }]);
    expect(await findSession(session.accessToken)).toBeNull();
    const proof = { email: olga.email, tempId, code: 'AAAAAA' };
    expect(await outcomeOf(verifySecondFactor(proof, DEVICE.userAgent))).toBe('invalidTempId');
    expect(await findTokenActor(token, '192.0.2.1')).not.toBeNull();
    expect(await endAllSessionsOf(OPERATOR, olga.email)).toEqual([]);
    expect((await auditOf(olga.email)).map(({ action }) => action)).toEqual(['user.end-sessions', 'user.end-sessions']);
  });
});
