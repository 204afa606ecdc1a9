import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { inviteAccount } from '#app/services/administration/invite-account.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

process.env.REGISTRATION = 'closed';

describeOnBoth('REGISTRATION=closed', () => {
  test('refuses everyone and mails nobody', async () => {
    const email = newEmail();
    expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('permissionDenied');
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
  });

  test('nobody is invited either, but the operator still makes accounts', async () => {
    const email = newEmail();
    expect(await outcomeOf(inviteAccount(OPERATOR, email, 'en'))).toBe('permissionDenied');
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
    expect(await outcomeOf(createAccount({ email, password: null, isAdmin: false }))).toBe('ok');
  });
});
