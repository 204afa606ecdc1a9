import { expect, test } from 'vitest';
import { userQuery } from '#app/schemas/users.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listUsers } from '#app/services/administration/list-users.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail } from '#tests/support/factories.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const DAY_SECONDS = 24 * 3600;
const inactive = async (days: string) => {
  const { items } = await listUsers(OPERATOR, userQuery.parse({ inactive: days, sort: 'lastSeenAt', order: 'asc' }));
  return items.map(({ email }) => email);
};

describeOnBoth('people inactive for some days', () => {
  test('are those who neither signed in, nor used a session or token; longest away first', async () => {
    const clock = stopClock();
    const person = (name: string) => buildUser({ email: newEmail(name) });
    const [never, left, stays, script] = [
      await person('never'),
      await person('left'),
      await person('stays'),
      await person('script'),
    ];
    await startSession(left.id, DEVICE);
    const { refreshToken } = await startSession(stays.id, { ...DEVICE, remember: true });
    const token = await createToken(script, { name: 'Robot', scope: 'read', expiresIn: 90 });
    expect(await inactive('1')).toEqual([]);
    clock.advance(20 * DAY_SECONDS);
    await rotateSession(refreshToken);
    clock.advance(15 * DAY_SECONDS);
    await findTokenActor(token, '192.0.2.7');
    clock.advance(10);
    expect(await inactive('30')).toEqual([never.email, left.email]);
    expect(await inactive('14')).toEqual([never.email, left.email, stays.email]);
    expect(await inactive('36')).toEqual([]);
    const { items } = await listUsers(OPERATOR, userQuery.parse({ keyword: script.email }));
    expect(items[0]?.lastSeenAt).toBe(new Date(Date.now() - 10_000).toISOString());
    const [unknown] = (await listUsers(OPERATOR, userQuery.parse({ keyword: never.email, inactive: 'x' }))).items;
    expect(unknown?.lastSeenAt).toBeNull();
  });
});
