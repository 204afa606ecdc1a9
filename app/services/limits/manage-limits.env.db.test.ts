import { expect, test } from 'vitest';
import { clearLimits, listLimits } from '#app/services/limits/manage-limits.ts';
import { requirePassword } from '#app/services/sign-in/change-password.ts';
import { takeGuess } from '#app/services/sign-in/code-guesses.ts';
import { consumeCode, guessKeyOf } from '#app/services/sign-in/consume-code.ts';
import { requireFactor } from '#app/services/sign-in/prove-again.ts';
import { NOBODY, rememberDevice } from '#app/services/sign-in/requester.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.RATE_LIMIT = 'on';

const code = 'AAAAAA';
const type = 'reset-password';

/** Returns each act of an account that is refused after too many failures, from a browser that signed in before. */
async function countedActs() {
  const actor = await buildUser({ password: PASSWORD });
  const { email } = actor;
  const asker = { browser: 'a browser', device: rememberDevice(null, email) };
  const acts: (() => Promise<unknown>)[] = [
    () => signIn({ email, password: 'Wrong-1', remember: false }, { userAgent: null, address: '192.0.2.1', asker }),
    () => requirePassword(actor, 'Wrong-1', 'password'),
    () => requireFactor(actor, code),
    () => consumeCode(email, type, { code }, NOBODY),
    () => takeGuess(guessKeyOf(email, '2fa')),
  ];
  // Five wrong ones kill the code, so that these are never refused for their number.
  await issueCode({ email, type, asker });
  for (let count = 0; count < 5; count += 1) await outcomeOf(consumeCode(email, type, { code }, asker));
  for (const act of acts) for (let count = 0; count < 12; count += 1) await outcomeOf(act());
  return { ...actor, outcomes: () => Promise.all(acts.map((act) => outcomeOf(act()))) };
}

describeOnBoth('the operator', () => {
  test('lists and lifts every counter of an account by its address: passwords, codes, known devices', async () => {
    stopClock();
    const [{ id, email, outcomes }, stranger] = [await countedActs(), await countedActs()];
    expect(new Set(await outcomes())).toEqual(new Set(['requestTooFrequent']));
    const guesses = (await listLimits(email)).filter(({ limit }) => limit === 'codeGuesses');
    expect(guesses.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual([5, 10, 10, 10]);
    const limits = (await listLimits(email)).map(({ limit }) => limit);
    expect(limits).toEqual(expect.arrayContaining(['mailToEmail', 'mailToEmailDaily', 'signInTries', 'signInGate']));
    const ofId = (await listLimits(id)).map(({ limit }) => limit);
    expect(ofId.toSorted()).toEqual(['codeGuesses', 'signInGate', 'signInTries', 'signInWaits']);
    await clearLimits(email);
    expect(await listLimits(email)).toEqual([]);
    expect(await outcomes()).not.toContain('requestTooFrequent');
    expect(new Set(await stranger.outcomes())).toEqual(new Set(['requestTooFrequent']));
  });
});
