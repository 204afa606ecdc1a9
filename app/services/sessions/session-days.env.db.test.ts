import { expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.SESSION_DAYS = '7';

const DAY = 24 * 3600;

async function remembered() {
  const { id } = await buildUser();
  return startSession(id, { userAgent: null, remember: true });
}

const refreshed = async (token: string) => (await rotateSession(token)).credentials.refreshToken;

describeOnBoth('SESSION_DAYS=7', () => {
  test('a remembered session ends after seven days without use', async () => {
    const clock = stopClock();
    const [used, unused] = [await remembered(), await remembered()];
    clock.advance(7 * DAY - 1);
    const next = await refreshed(used.refreshToken);
    clock.advance(1);
    expect(await outcomeOf(rotateSession(unused.refreshToken))).toBe('invalidRefreshToken');
    expect(await outcomeOf(rotateSession(next))).toBe('ok');
  });

  test('one used every day ends after 21 days', async () => {
    const clock = stopClock();
    let token = (await remembered()).refreshToken;
    for (let day = 1; day <= 20; day += 1) {
      clock.advance(DAY);
      token = await refreshed(token);
    }
    clock.advance(DAY);
    expect(await outcomeOf(rotateSession(token))).toBe('invalidRefreshToken');
  });

  test('one that was begun under a longer rule ends by it', async () => {
    const clock = stopClock();
    const { sessionId, refreshToken } = await remembered();
    const expiresAt = Date.now() + 30 * 1000 * DAY;
    await execute('UPDATE sessions SET expires_at = $expiresAt WHERE id = $sessionId', { expiresAt, sessionId });
    clock.advance(8 * DAY);
    expect(await outcomeOf(rotateSession(refreshToken))).toBe('invalidRefreshToken');
  });
});

test('a value outside 1 to 365 is refused by name', () => {
  for (const SESSION_DAYS of ['0', '366', 'week']) {
    expect(() => readConfig({ DATA_DIR, SESSION_DAYS })).toThrow(/^SESSION_DAYS: got .*, takes days from 1 to 365$/);
  }
});
