import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';
import { auditQuery } from '#app/schemas/audit.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import { describeAccount } from '#app/services/administration/describe-account.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { signInWithProvider } from '#app/services/providers/sign-in-with-provider.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { acceptTerms, listAcceptances, mustAcceptTerms } from '#app/services/terms/accept-terms.ts';
import { getTerms } from '#app/services/terms/current-terms.ts';
import { execute, select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newestCode } from '#tests/support/outbox.ts';
import { tally } from '#tests/support/outcome.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const VERSION = '2026-11-01';
const EN = join(DATA_DIR, 'terms.md');
const ZH = join(DATA_DIR, 'terms-zh.md');
writeFileSync(EN, '# House rules\n\nBe kind. <script>alert(1)</script>\n');
writeFileSync(ZH, '# 规则\n\n友善待人。\n');
Object.assign(process.env, { TERMS_FILE: EN, TERMS_FILE_ZH: ZH, TERMS_VERSION: VERSION });

const refused = (key: string) => ({ error: 'validationFailed', fields: { terms: [{ key }] } });
const eventsOf = async (email: string) =>
  (await searchAudit(OPERATOR, auditQuery.parse({ person: email, kind: 'account.terms' }))).items;

async function pending(terms: string | undefined, email = newEmail('terms')) {
  const { registrationToken } = await registerAccount({ email, password: PASSWORD, terms }, 'en');
  await awaitMails();
  return { email, registrationToken, code: await newestCode(DATA_DIR, email) };
}

describeOnBoth('the terms of an installation', () => {
  test('are asked of an account until it accepts this version, once', async () => {
    const user = await buildUser();
    expect(await mustAcceptTerms(user)).toBe(true);
    await expect(acceptTerms(user, undefined)).rejects.toMatchObject(refused('terms.required'));
    await expect(acceptTerms(user, '2025-01-01')).rejects.toMatchObject(refused('terms.outdated'));
    expect(await mustAcceptTerms(user)).toBe(true);
    expect(await tally([acceptTerms(user, VERSION), acceptTerms(user, VERSION)])).toEqual({ ok: 2 });
    expect(await mustAcceptTerms(user)).toBe(false);
    const [accepted, ...others] = await listAcceptances(user.id);
    expect([accepted?.version, others]).toEqual([VERSION, []]);
    expect(Date.now() - Date.parse(accepted!.acceptedAt)).toBeLessThan(60_000);
    const events = await eventsOf(user.email);
    expect(events.map(({ detail }) => detail)).toEqual([JSON.stringify({ version: VERSION })]);
    expect((await describeAccount(OPERATOR, user.email)).terms).toEqual([accepted]);
  });

  test('an acceptance of an earlier version does not count, and stays listed', async () => {
    const user = await buildUser();
    await acceptTerms(user, VERSION);
    await execute("UPDATE terms_acceptances SET version = '2020', created_at = 1 WHERE user_id = $id", { id: user.id });
    expect(await mustAcceptTerms(user)).toBe(true);
    await acceptTerms(user, VERSION);
    expect((await listAcceptances(user.id)).map(({ version }) => version)).toEqual([VERSION, '2020']);
  });

  test('a registration without them is refused, alike for a known address', async () => {
    const { email: known } = await buildUser();
    for (const email of [newEmail(), known]) {
      await expect(registerAccount({ email, password: PASSWORD }, 'en')).rejects.toMatchObject(
        refused('terms.required'),
      );
      await expect(registerAccount({ email, password: PASSWORD, terms: 'old' }, 'en')).rejects.toMatchObject(
        refused('terms.outdated'),
      );
    }
  });

  test('a registration with them asks no more', async () => {
    const registration = await pending(VERSION);
    await verifyAccount(registration, DEVICE);
    const actor = await getActor(registration.email);
    expect(await mustAcceptTerms(actor)).toBe(false);
    expect(await eventsOf(registration.email)).toHaveLength(1);
  });

  test('an acceptance by somebody who did not own the address is forgotten', async () => {
    const elsewhere = await pending(VERSION);
    await verifyAccount({ ...elsewhere, registrationToken: null }, DEVICE);
    const social = await pending(VERSION);
    const profile = { providerName: 'github', providerId: social.email, displayName: null, imageUrl: null } as const;
    await signInWithProvider({ ...profile, verifiedEmail: social.email, groups: null }, DEVICE, 'en');
    for (const { email } of [elsewhere, social]) {
      expect(await mustAcceptTerms(await getActor(email))).toBe(true);
      expect(await eventsOf(email)).toEqual([]);
    }
  });

  test('acceptances go with their account', async () => {
    const user = await buildUser();
    await acceptTerms(user, VERSION);
    await execute('DELETE FROM users WHERE id = $id', { id: user.id });
    expect(await select('SELECT 1 FROM terms_acceptances WHERE user_id = $id', { id: user.id })).toEqual([]);
  });
});

test('the text is sanitised, in both languages', () => {
  expect(getTerms('en').html).toContain('Be kind.');
  expect(getTerms('en').html).not.toContain('<script');
  expect(getTerms('zh').html).toContain('友善待人');
});

test('wrong variables are refused by name', () => {
  const read = (env: Record<string, string>) => () => readConfig({ DATA_DIR, ...env });
  expect(read({ TERMS_FILE: EN })).toThrow('TERMS_VERSION: got nothing, takes a value, because TERMS_FILE is set');
  expect(read({ TERMS_VERSION: VERSION })).toThrow('TERMS_FILE: got nothing, takes a value, because TERMS_VERSION');
  expect(read({ TERMS_FILE_ZH: ZH })).toThrow('TERMS_FILE: got nothing');
  expect(read({ TERMS_FILE: '/nowhere.md', TERMS_VERSION: VERSION })).toThrow(
    'TERMS_FILE: got "/nowhere.md", takes the absolute path of a Markdown file that is there',
  );
  expect(readConfig({ DATA_DIR, TERMS_FILE: EN, TERMS_VERSION: VERSION }).terms?.zh).toContain('House rules');
});
