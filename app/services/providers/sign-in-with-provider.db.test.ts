import { expect, test } from 'vitest';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import type { AppError } from '#app/errors.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { consumeState } from '#app/services/providers/consume-state.ts';
import { linkProvider } from '#app/services/providers/link-provider.ts';
import { acceptPendingLink, createPendingLink, findPendingLink } from '#app/services/providers/pending-links.ts';
import { sendLinkCode, signInWithLinkCode } from '#app/services/providers/prove-by-code.ts';
import { type ProviderSignIn, signInWithProvider } from '#app/services/providers/sign-in-with-provider.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { execute, select } from '#db/connection.ts';
import en from '#locales/en.json' with { type: 'json' };
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { beginSignUp, DEVICE, HERE } from '#tests/support/sign-up.ts';

let made = 0;

function buildProfile(traits: Partial<ProviderProfile> = {}): ProviderProfile {
  made += 1;
  return {
    providerName: 'github',
    providerId: `person-${made}`,
    verifiedEmail: newEmail('social'),
    displayName: 'Octo',
    imageUrl: null,
    groups: null,
    ...traits,
  };
}

const enter = (profile: ProviderProfile) => signInWithProvider(profile, DEVICE, 'en');
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => ((error as AppError).data as { reason: string }).reason,
  );
const proofOf = (outcome: ProviderSignIn) => ('tempId' in outcome ? outcome.tempId : '');

async function userIdOf(email: string): Promise<string> {
  const [user] = await select<{ id: string }>('SELECT id FROM users WHERE email = $email', { email });
  return user!.id;
}

describeOnBoth('signing in with a provider', () => {
  test('A9: an identity is the pair of provider and id: the same id elsewhere is someone else', async () => {
    const github = buildProfile();
    const google = buildProfile({ providerName: 'google', providerId: github.providerId });
    await enter(github);
    await enter(google);
    expect(await userIdOf(github.verifiedEmail!)).not.toBe(await userIdOf(google.verifiedEmail!));
  });

  test('many first sign-ins of one person at once make one account', async () => {
    const profile = buildProfile();
    expect(await tally(Array.from({ length: 6 }, () => enter(profile)))).toEqual({ ok: 6 });
    const rows = await select('SELECT id FROM users WHERE email = $email', { email: profile.verifiedEmail });
    expect(rows).toHaveLength(1);
  });

  test('two people who bring one new address at once: one has it, the other has to prove it', async () => {
    const first = buildProfile();
    const second = buildProfile({ providerName: 'google', verifiedEmail: first.verifiedEmail });
    const outcomes = await Promise.all([enter(first), enter(second)]);
    expect(outcomes.filter((outcome) => 'entry' in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => 'tempId' in outcome)).toHaveLength(1);
  });

  test('A6: a suspended or deleted account is 1008, by its identity and by its address', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const known = buildProfile();
      await enter(known);
      await setStatus({ id: await userIdOf(known.verifiedEmail!) }, status);
      expect(await reasonOf(enter(known))).toBe('inactive');
      expect(await outcomeOf(enter(buildProfile({ verifiedEmail: known.verifiedEmail })))).toBe('accountError');
    }
  });

  test('A9: an unproved registration loses its password to whoever proves the address', async () => {
    const { email, password } = await beginSignUp();
    await enter(buildProfile({ verifiedEmail: email }));
    expect(await outcomeOf(signIn({ email, password, remember: false }, HERE))).toBe('passwordIncorrect');
    const [user] = await select<{ hash: string | null }>(
      'SELECT registration_hash AS hash FROM users WHERE email = $email',
      { email },
    );
    expect(user?.hash).toBeNull();
  });

  test('A9: without a verified address there is neither an account nor a link', async () => {
    const before = await select('SELECT id FROM users');
    expect(await reasonOf(enter(buildProfile({ verifiedEmail: null })))).toBe('unverified');
    expect(await select('SELECT id FROM users')).toHaveLength(before.length);
  });

  test('A9: a link waits for a session of its own account, and is accepted once', async () => {
    const [olga, eve] = [await buildUser({ password: PASSWORD }), await buildUser()];
    const profile = buildProfile({ verifiedEmail: olga.email });
    const tempId = proofOf(await enter(profile));
    expect(await findPendingLink(tempId)).toMatchObject({
      email: olga.email,
      providerName: 'github',
      hasPassword: true,
    });
    const theirs = await startSession(eve.id, DEVICE);
    expect(await acceptPendingLink(tempId, theirs.sessionId)).toBeNull();
    const own = await startSession(olga.id, DEVICE);
    expect(await acceptPendingLink(tempId, own.sessionId)).toBe('github');
    expect(await acceptPendingLink(tempId, own.sessionId)).toBeNull();
    expect((await getAccount(olga)).providers).toEqual([{ providerName: 'github', providerId: profile.providerId }]);
    expect('entry' in (await enter(profile))).toBe(true);
  });

  test('a second factor is asked for after a provider, too, and after a mailed code that links one', async () => {
    const olga = await buildUser();
    const profile = buildProfile();
    await linkProvider(olga.id, profile);
    await setMailFactor(olga, true);
    expect(await enter(profile)).toMatchObject({ entry: { twoFactor: true }, email: olga.email, isNew: false });
    const tempId = await createPendingLink(olga.id, buildProfile({ providerName: 'google' }), false);
    await sendLinkCode(tempId, 'en');
    await awaitMails();
    const { body } = en.mail.code['link-provider'];
    const code = (await mailsTo(DATA_DIR, olga.email)).find(({ text }) => text.includes(body))!.code!;
    expect(await signInWithLinkCode(tempId, code, null)).toMatchObject({ entry: { twoFactor: true } });
    const sessions = await select('SELECT id FROM sessions WHERE user_id = $id', { id: olga.id });
    expect(sessions).toEqual([]);
  });

  test('A8: a link that waited for more than ten minutes is gone', async () => {
    const olga = await buildUser();
    const clock = stopClock();
    const tempId = await createPendingLink(olga.id, buildProfile(), false);
    const { sessionId } = await startSession(olga.id, DEVICE);
    clock.advance(10 * 60 + 1);
    expect(await findPendingLink(tempId)).toBeNull();
    expect(await acceptPendingLink(tempId, sessionId)).toBeNull();
  });

  test('one account has one identity a provider, and one identity one account', async () => {
    const [olga, ben] = [await buildUser(), await buildUser()];
    const profile = buildProfile();
    await linkProvider(olga.id, profile);
    await linkProvider(olga.id, profile);
    expect(await reasonOf(linkProvider(ben.id, profile))).toBe('taken');
    expect(await reasonOf(linkProvider(olga.id, buildProfile()))).toBe('occupied');
    expect(await reasonOf(enter(buildProfile({ verifiedEmail: olga.email })))).toBe('occupied');
  });

  test('A8: a state is spent by one of many at once', async () => {
    const spent = await Promise.all(Array.from({ length: 5 }, () => consumeState(`state-${made}`)));
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  test('what belonged to an account goes with its row', async () => {
    const profile = buildProfile();
    await enter(profile);
    const id = await userIdOf(profile.verifiedEmail!);
    await execute('DELETE FROM users WHERE id = $id', { id });
    expect(await select('SELECT user_id FROM identities WHERE user_id = $id', { id })).toEqual([]);
  });
});
