import { expect, test } from 'vitest';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { readConfig } from '#app/config.server.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { inviteAccount } from '#app/services/administration/invite-account.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { signInWithProvider } from '#app/services/providers/sign-in-with-provider.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, PASSWORD } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { DEVICE, signUp } from '#tests/support/sign-up.ts';

process.env.REGISTRATION_DOMAINS = ' Example.org, bücher.example ';
process.env.ADMIN_EMAILS = 'chief@elsewhere.example';

let made = 0;
const at = (domain: string) => `person-${++made}@${domain}`;
const isKnown = async (email: string) =>
  (await select('SELECT id FROM users WHERE email = $email', { email })).length > 0;

function comeFrom(providerName: ProviderProfile['providerName'], verifiedEmail: string) {
  const profile = {
    providerName,
    providerId: verifiedEmail,
    verifiedEmail,
    displayName: null,
    imageUrl: null,
    groups: null,
  };
  return outcomeOf(signInWithProvider(profile, DEVICE, 'en'));
}

describeOnBoth('REGISTRATION_DOMAINS', () => {
  test('lets in addresses at a listed domain, in any letters and in ASCII', async () => {
    for (const email of [at('example.org'), at('xn--bcher-kva.example')]) {
      expect(await signUp({ email })).toMatchObject({ user: { email, role: 'USER' } });
    }
  });

  test('answers others like everyone, makes no account, and the mail names the rule', async () => {
    for (const domain of ['example.com', 'mail.example.org', 'example.org.example.com', 'notexample.org']) {
      const email = at(domain);
      expect(await outcomeOf(registerAccount({ email, password: PASSWORD }, 'en'))).toBe('ok');
      await awaitMails();
      const mail = await newestMail(DATA_DIR, email);
      expect([domain, mail.code]).toEqual([domain, null]);
      expect(mail.text.replace(/\s+/g, ' ')).toContain('example.org and xn--bcher-kva.example');
      expect(await isKnown(email)).toBe(false);
    }
  });

  test('a provider makes accounts by the same rule', async () => {
    for (const provider of ['github', 'google'] as const) {
      const [inside, outside] = [at('example.org'), at('mail.example.org')];
      expect(await comeFrom(provider, inside)).toBe('ok');
      expect(await comeFrom(provider, outside)).toBe('permissionDenied');
      expect([await isKnown(inside), await isKnown(outside)]).toEqual([true, false]);
    }
  });

  test('who has an account signs in with a provider, whatever the domain', async () => {
    const email = at('example.com');
    await inviteAccount(OPERATOR, email, 'en');
    expect(await comeFrom('github', email)).toBe('ok');
    expect(await comeFrom('github', email)).toBe('ok');
  });

  test('others come in by an administrator, an invitation, a share or ADMIN_EMAILS', async () => {
    const [invited, guest, given] = [at('example.com'), at('example.com'), at('example.com')];
    await inviteAccount(OPERATOR, invited, 'en');
    const owner = await buildUser();
    await buildShare({ owner, document: await buildDocument({ owner }), to: guest });
    for (const email of [invited, guest]) expect(await signUp({ email })).toMatchObject({ user: { email } });
    expect(await outcomeOf(createAccount({ email: given, password: null, isAdmin: false }))).toBe('ok');
    const chief = 'chief@elsewhere.example';
    expect(await signUp({ email: chief })).toMatchObject({ user: { role: 'ADMIN' } });
  });
});

test('a value that is no list of domains is refused by name', () => {
  for (const value of ['@example.com', 'https://example.com', 'example', 'a b.c_d', '*.example.com']) {
    expect(() => readConfig({ DATA_DIR, REGISTRATION_DOMAINS: value })).toThrow(
      /^REGISTRATION_DOMAINS: got .*, takes domains/,
    );
  }
});
