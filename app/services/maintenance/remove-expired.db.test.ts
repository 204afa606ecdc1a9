import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { limitRows } from '#app/services/limits/limit-rows.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { consumeState } from '#app/services/providers/consume-state.ts';
import { createPendingLink } from '#app/services/providers/pending-links.ts';
import { endSession } from '#app/services/sessions/end-session.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { takeGuess } from '#app/services/sign-in/code-guesses.ts';
import { consumeCode } from '#app/services/sign-in/consume-code.ts';
import { createGrant, isGrantValid } from '#app/services/sign-in/grants.ts';
import { findSavedForm, keepForm } from '#app/services/sign-in/saved-forms.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { BROWSER, DEVICE } from '#tests/support/sign-up.ts';

const MINUTE = 60;
const DAY = 24 * 3600;
const NOTHING = {
  audit: 0,
  sessions: 0,
  codes: 0,
  code_guesses: 0,
  grants: 0,
  kept_forms: 0,
  limits: 0,
  mails: 0,
  pending_links: 0,
  spent_states: 0,
  removed_comments: 0,
  sent_news: 0,
  ai_answers: 0,
  notifications: 0,
  tokens: 0,
};

const countOf = async (who: Actor) => (await listNotifications(who, { unread: false, page: 1, limit: 10 })).total;

describeOnBoth('the daily removal of what has expired', () => {
  test('a notification stays for 180 days after it was read, and for good while it is unread', async () => {
    const clock = stopClock();
    const { rhea, edith } = await buildCast();
    await markRead(rhea, 'all');
    clock.advance(180 * DAY - 1);
    expect((await removeExpired()).notifications).toBe(0);
    clock.advance(1);
    expect((await removeExpired()).notifications).toBe(1);
    expect([await countOf(rhea), await countOf(edith)]).toEqual([0, 1]);
  });

  test('goes on until nothing is left, and past a table that fails', async () => {
    const numbers = Array.from({ length: 5001 }, (_, nth) => `('state-${nth}', 0)`);
    await execute(`INSERT INTO spent_states (id, expires_at) VALUES ${numbers.join(', ')}`);
    await execute('ALTER TABLE ai_answers RENAME TO answers_away');
    const failed = await removeExpired().catch((error: unknown) => error);
    await execute('ALTER TABLE answers_away RENAME TO ai_answers');
    expect(String(failed)).toContain('ai_answers');
    expect(await select('SELECT id FROM spent_states')).toEqual([]);
    expect((await removeExpired()).spent_states).toBe(0);
  });

  test('B3: a code and a grant stay while they live, and go when they are over', async () => {
    const clock = stopClock();
    const user = await buildUser({ password: PASSWORD });
    const code = (await issueCode({ email: user.email, type: 'register', asker: BROWSER })).code;
    const grant = await createGrant(user.id, 'reset-password');
    clock.advance(10 * MINUTE - 1);
    expect(await removeExpired()).toEqual(NOTHING);
    expect(await isGrantValid(grant, 'reset-password')).toBe(true);
    expect(await outcomeOf(consumeCode(user.email, 'register', { code }, BROWSER))).toBe('ok');
    clock.advance(1);
    expect(await removeExpired()).toEqual({ ...NOTHING, codes: 1, grants: 1 });
    expect(await outcomeOf(consumeCode(user.email, 'register', { code }, BROWSER))).toBe('codeInvalid');
  });

  test('B3: codes of every type go by their age and nothing else', async () => {
    const clock = stopClock();
    const email = newEmail();
    await issueCode({ email: email, type: 'register', asker: BROWSER });
    clock.advance(5 * MINUTE);
    const young = (await issueCode({ email: email, type: 'reset-password', asker: BROWSER })).code;
    clock.advance(5 * MINUTE);
    expect(await removeExpired()).toEqual({ ...NOTHING, codes: 1 });
    expect(await outcomeOf(consumeCode(email, 'reset-password', { code: young }, BROWSER))).toBe('ok');
    clock.advance(5 * MINUTE);
    expect(await removeExpired()).toEqual({ ...NOTHING, codes: 1 });
  });

  test('a session goes when it has expired, or a day after it was ended', async () => {
    const clock = stopClock();
    const user = await buildUser({ password: PASSWORD });
    const [living, ended] = [
      await startSession(user.id, { ...DEVICE, remember: true }),
      await startSession(user.id, { ...DEVICE, remember: true }),
    ];
    await endSession(ended.sessionId);
    clock.advance(DAY - 1);
    expect(await removeExpired()).toEqual(NOTHING);
    clock.advance(1);
    expect(await removeExpired()).toMatchObject({ sessions: 1 });
    const again = await startSession(user.id, DEVICE);
    expect(await findSession(again.accessToken)).not.toBeNull();
    expect(await findSession(living.accessToken)).toBeNull();
    clock.advance(29 * DAY);
    expect(await removeExpired()).toMatchObject({ sessions: 2 });
  });

  test('kept forms and counted guesses stay a day', async () => {
    const clock = stopClock();
    const user = await buildUser({ password: PASSWORD });
    const form = await keepForm(user.id, '/', { title: 'Kept' });
    await takeGuess(user.email);
    clock.advance(DAY - 1);
    expect(await removeExpired()).toEqual(NOTHING);
    expect(await findSavedForm(user, form)).toEqual({ title: 'Kept' });
    clock.advance(1);
    expect(await removeExpired()).toEqual({ ...NOTHING, kept_forms: 1, code_guesses: 1 });
  });

  test('counted limits, provider states and links that wait go with their time', async () => {
    const clock = stopClock();
    const user = await buildUser();
    await limitRows('trial', { points: 1, windowSeconds: 60 }).consume('someone');
    await consumeState('state');
    await createPendingLink(user.id, { providerName: 'github', providerId: '7' }, false);
    const removed = async () => {
      const { limits, pending_links, spent_states } = await removeExpired();
      return [limits, pending_links, spent_states];
    };
    clock.advance(59);
    expect(await removed()).toEqual([0, 0, 0]);
    clock.advance(1);
    expect(await removed()).toEqual([1, 0, 0]);
    clock.advance(9 * MINUTE);
    expect(await removed()).toEqual([0, 1, 0]);
    clock.advance(10 * MINUTE);
    expect(await removed()).toEqual([0, 0, 1]);
  });
});
