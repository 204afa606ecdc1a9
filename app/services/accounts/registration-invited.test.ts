import { expect, test } from 'vitest';
import { registerAccount } from '#app/services/accounts/register-account.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { signUp } from '#tests/support/sign-up.ts';

process.env.REGISTRATION = 'invited';
process.env.ADMIN_EMAILS = 'chief@example.com';

describeOnBoth('REGISTRATION=invited', () => {
  test('answers the uninvited like everyone, makes no account, and the mail says so', async () => {
    const email = newEmail();
    expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('ok');
    await mailsDelivered();
    const mail = await newestMail(DATA_DIR, email);
    expect(mail.code).toBeNull();
    expect(mail.subject).not.toBe('');
    expect(await select('SELECT id FROM users WHERE email = $email', { email })).toEqual([]);
  });

  test('lets in whom a document was shared with', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    const guest = newEmail('guest');
    await buildShare({ owner, document, to: guest });
    expect(await signUp({ email: guest })).toMatchObject({ user: { email: guest, role: 'USER' } });
  });

  test('lets in those of ADMIN_EMAILS, as administrators', async () => {
    expect(await signUp({ email: 'chief@example.com' })).toMatchObject({ user: { role: 'ADMIN' } });
  });
});
