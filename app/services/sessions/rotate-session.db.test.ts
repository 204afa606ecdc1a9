import { expect, test } from 'vitest';
import { endSession, endSessionOfRefreshToken } from '#app/services/sessions/end-session.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { database, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';

const DAY = 24 * 3600;

async function signedIn(remember = false) {
  const user = await buildUser();
  return { user, ...(await startSession(user.id, { userAgent: null, remember })) };
}

const refreshed = async (token: string) => (await rotateSession(token)).credentials;
const isLive = async (accessToken: string) => (await findSession(accessToken)) !== null;

describeOnBoth('a session', () => {
  test('C1: is another one at each sign-in', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    expect(first.sessionId).not.toBe(second.sessionId);
    expect(first.refreshToken).not.toBe(second.refreshToken);
  });

  test('C2: of R1 → R2 → R3 only the direct predecessor works for ten seconds more, with the same successor', async () => {
    const clock = stopClock();
    const { refreshToken: r1 } = await signedIn();
    const { refreshToken: r2 } = await refreshed(r1);
    clock.advance(60);
    const { refreshToken: r3 } = await refreshed(r2);
    clock.advance(9);
    expect((await refreshed(r2)).refreshToken).toBe(r3);
    expect((await refreshed(r3)).refreshToken).not.toBe(r3);
  });

  test('C2: the predecessor after ten seconds ends the whole family', async () => {
    const clock = stopClock();
    const { refreshToken: r1 } = await signedIn();
    const { refreshToken: r2, accessToken } = await refreshed(r1);
    clock.advance(11);
    expect(await outcomeOf(rotateSession(r1))).toBe('invalidRefreshToken');
    expect(await outcomeOf(rotateSession(r2))).toBe('invalidRefreshToken');
    expect(await isLive(accessToken)).toBe(false);
  });

  test('C2: the predecessor’s predecessor ends the family even within ten seconds', async () => {
    stopClock();
    const { refreshToken: r1 } = await signedIn();
    const { refreshToken: r2 } = await refreshed(r1);
    const { refreshToken: r3 } = await refreshed(r2);
    expect(await outcomeOf(rotateSession(r1))).toBe('invalidRefreshToken');
    expect(await outcomeOf(rotateSession(r3))).toBe('invalidRefreshToken');
  });

  test('C2: a token of the family that was never given out ends nothing', async () => {
    const { refreshToken } = await signedIn();
    const [id, , signature] = refreshToken.split('.');
    for (const forged of [`${id}.1.${signature}`, `${id}.0.${'A'.repeat(43)}`, refreshToken.slice(0, -1), '', 'x']) {
      expect(await outcomeOf(rotateSession(forged))).toBe('invalidRefreshToken');
    }
    expect(await outcomeOf(rotateSession(refreshToken))).toBe('ok');
  });

  test('C3: 20 refreshes at once all work, with one successor', async () => {
    const { refreshToken, sessionId } = await signedIn();
    const all = await Promise.all(Array.from({ length: 20 }, () => refreshed(refreshToken)));
    expect(new Set(all.map((each) => each.refreshToken)).size).toBe(1);
    const [row] = await select<{ generation: number }>('SELECT generation FROM sessions WHERE id = $sessionId', {
      sessionId,
    });
    expect(row?.generation).toBe(1);
    for (const { accessToken } of all) expect(await isLive(accessToken)).toBe(true);
  });

  test('C1: lasts 24 hours without remember, counted from the last use', async () => {
    const clock = stopClock();
    const { refreshToken } = await signedIn(false);
    clock.advance(DAY - 60);
    const next = await refreshed(refreshToken);
    expect(next.remember).toBe(false);
    clock.advance(DAY + 60);
    expect(await outcomeOf(rotateSession(next.refreshToken))).toBe('invalidRefreshToken');
  });

  test('C1: lasts 30 days with remember, and 90 days in all however often it is used', async () => {
    const clock = stopClock();
    const { refreshToken: idle } = await signedIn(true);
    clock.advance(30 * DAY + 60);
    expect(await outcomeOf(rotateSession(idle))).toBe('invalidRefreshToken');
    let { refreshToken } = await signedIn(true);
    for (const days of [29, 29, 29]) {
      clock.advance(days * DAY);
      ({ refreshToken } = await refreshed(refreshToken));
    }
    clock.advance(2 * DAY);
    ({ refreshToken } = await refreshed(refreshToken));
    clock.advance(1.1 * DAY);
    expect(await outcomeOf(rotateSession(refreshToken))).toBe('invalidRefreshToken');
  });

  test('C1: signing out ends it by either token', async () => {
    const first = await signedIn();
    await endSession(first.sessionId);
    const second = await signedIn();
    await endSessionOfRefreshToken(second.refreshToken);
    for (const { accessToken, refreshToken } of [first, second]) {
      expect(await isLive(accessToken)).toBe(false);
      expect(await outcomeOf(rotateSession(refreshToken))).toBe('invalidRefreshToken');
    }
  });

  test('A6: ends on the next request of a suspended or deleted account, both tokens', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const { user, accessToken, refreshToken } = await signedIn();
      expect(await isLive(accessToken)).toBe(true);
      await setStatus(user, status);
      expect(await isLive(accessToken)).toBe(false);
      expect(await outcomeOf(rotateSession(refreshToken))).toBe('invalidRefreshToken');
    }
  });

  test('keeps no token in the database', async () => {
    const { accessToken, refreshToken } = await signedIn();
    const [rows] = await (await database()).query('SELECT * FROM sessions');
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(refreshToken.split('.')[2]);
    expect(dump).not.toContain(accessToken.split('.')[2]);
  });
});
