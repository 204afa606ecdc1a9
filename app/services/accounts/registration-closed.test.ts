import { expect, test } from 'vitest';
import { registerAccount } from '#app/services/accounts/register-account.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.REGISTRATION = 'closed';

describeOnBoth('REGISTRATION=closed', () => {
  test('refuses everyone and mails nobody', async () => {
    const email = newEmail();
    expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('permissionDenied');
    await mailsDelivered();
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
  });
});
