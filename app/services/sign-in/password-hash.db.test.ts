import { expect, test } from 'vitest';
import { newPassword } from '#app/schemas/accounts.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { hashPassword, verifyPassword } from '#app/services/sign-in/password-hash.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { HERE } from '#tests/support/sign-up.ts';

const accepts = (password: string) => newPassword.safeParse(password).success;

test('A3: a password has 6 to 100 code points', () => {
  expect(accepts('aA1bc')).toBe(false);
  expect(accepts('aA1bcd')).toBe(true);
  expect(accepts(`aA1${'x'.repeat(97)}`)).toBe(true);
  expect(accepts(`aA1${'x'.repeat(98)}`)).toBe(false);
  expect(accepts(`aA1${'🌳'.repeat(97)}`)).toBe(true);
  expect(accepts(`aA1${'🌳'.repeat(98)}`)).toBe(false);
});

test('A3: needs upper case, lower case and a number of any script', () => {
  expect(['aaaaaa1', 'AAAAAA1', 'aaaAAA', 'пароль1'].map(accepts)).toEqual([false, false, false, false]);
  expect(['aaaAAA1', 'Пароль1', 'Ünï٣code'].map(accepts)).toEqual([true, true, true]);
});

test('A3: a megabyte is refused at once, without hashing', () => {
  const startedAt = performance.now();
  expect(accepts(`aA1${'x'.repeat(1_000_000)}`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test('A3: two passwords that share their first 72 bytes are different', async () => {
  const shared = `aA1${'x'.repeat(80)}`;
  const stored = await hashPassword(`${shared}-one`);
  expect(await verifyPassword(stored, `${shared}-two`)).toBe(false);
  expect(await verifyPassword(stored, `${shared}-one`)).toBe(true);
});

test('A3: a password longer than any that can be set is wrong, though it begins with the right one', async () => {
  const longest = `aA1${'🌳'.repeat(97)}`;
  const stored = await hashPassword(longest);
  expect(await verifyPassword(stored, longest)).toBe(true);
  for (const more of ['x', 'x'.repeat(1_000_000)]) expect(await verifyPassword(stored, longest + more)).toBe(false);
});

test('the stored hash is Argon2id with the parameters OWASP names', async () => {
  expect(await hashPassword('aA1bcd')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('A2: an account without a password has none that matches', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
  expect(await verifyPassword(undefined, 'nobody')).toBe(false);
});

test('a queue past reason is answered instead of kept waiting', async () => {
  const outcomes = await Promise.all(Array.from({ length: 80 }, () => outcomeOf(verifyPassword(null, 'x'))));
  expect(outcomes).toContain('unavailable');
  expect(outcomes).toContain('ok');
  expect(await outcomeOf(verifyPassword(null, 'x'))).toBe('ok');
});

describeOnBoth('signing in with a password', () => {
  test('A3: verifies exactly what was chosen: blanks and Unicode forms count', async () => {
    const variants = [' aA1bcd ', 'aA1bcd', 'aA1bcd-\u00e9', 'aA1bcd-e\u0301', 'aA1bcd🌳🌳'];
    for (const chosen of variants) {
      const email = newEmail();
      await createAccount({ email, password: chosen, isAdmin: false });
      for (const tried of variants) {
        const outcome = await outcomeOf(signIn({ email, password: tried, remember: false }, HERE));
        expect([tried, outcome]).toEqual([tried, tried === chosen ? 'ok' : 'passwordIncorrect']);
      }
    }
  });
});
