import { expect, test } from 'vitest';
import { describeOnBoth } from '#tests/support/database.ts';
import { signUp } from '#tests/support/sign-up.ts';

process.env.ADMIN_EMAILS = 'Chief@Example.com, deputy@example.com';

describeOnBoth('ADMIN_EMAILS', () => {
  test('makes the listed administrators, and nobody else, not even the first', async () => {
    expect(await signUp()).toMatchObject({ user: { role: 'USER' } });
    expect(await signUp({ email: 'deputy@example.com' })).toMatchObject({ user: { role: 'ADMIN' } });
    expect(await signUp({ email: 'chief@example.com' })).toMatchObject({ user: { role: 'ADMIN' } });
  });
});
