import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { inviteAccount, listInvitations, withdrawInvitation } from '#app/services/administration/invite-account.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo, newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { signUp } from '#tests/support/sign-up.ts';

process.env.REGISTRATION = 'invited';
process.env.ADMIN_EMAILS = 'chief@example.com';

describeOnBoth('REGISTRATION=invited', () => {
  test('answers the uninvited like everyone, makes no account, and the mail says so', async () => {
    const email = newEmail();
    expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('ok');
    await awaitMails();
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

  test('lets in whom an administrator invited, once told by mail in the language asked for', async () => {
    const email = newEmail('invited');
    await inviteAccount(OPERATOR, email, 'zh');
    const mail = await newestMail(DATA_DIR, email);
    expect(mail.subject).toBe('邀请你使用 Arbor');
    expect(mail.text).toContain('/register');
    expect((await listInvitations(OPERATOR)).map((each) => each.email)).toEqual([email]);
    expect(await signUp({ email })).toMatchObject({ user: { email, role: 'USER' } });
    expect(await listInvitations(OPERATOR)).toEqual([]);
  });

  test('an invitation taken back counts no more; one asked for twice is one, mailed twice', async () => {
    const email = newEmail('withdrawn');
    await inviteAccount(OPERATOR, email, 'en');
    await inviteAccount(OPERATOR, email, 'en');
    expect(await listInvitations(OPERATOR)).toHaveLength(1);
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(2);
    await withdrawInvitation(OPERATOR, email);
    expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('ok');
    expect(await select('SELECT id FROM users WHERE email = $email', { email })).toEqual([]);
  });

  test('an address with an account is not invited', async () => {
    const { email } = await buildUser();
    expect(await outcomeOf(inviteAccount(OPERATOR, email, 'en'))).toBe('userExists');
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
  });

  test('lets in those of ADMIN_EMAILS, as administrators', async () => {
    expect(await signUp({ email: 'chief@example.com' })).toMatchObject({ user: { role: 'ADMIN' } });
  });
});
