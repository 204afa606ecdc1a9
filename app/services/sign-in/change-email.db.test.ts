import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import { handOverDocument } from '#app/services/accounts/hand-over-document.ts';
import type { Actor } from '#app/services/actor.ts';
import { inviteAccount, listInvitations } from '#app/services/administration/invite-account.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { confirmEmailChange, requestEmailChange } from '#app/services/sign-in/change-email.ts';
import { markProved } from '#app/services/sign-in/prove-again.ts';
import { NOBODY } from '#app/services/sign-in/requester.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { mailsTo, newestCode, newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { BROWSER, DEVICE } from '#tests/support/sign-up.ts';

/** Requests a code for a new address in a session that has just begun; returns that session's id. */
async function askFor(email: string, actor: Actor): Promise<string> {
  const { sessionId } = await startSession(actor.id, DEVICE);
  await requestEmailChange(actor, { email, sessionId }, 'en', BROWSER);
  await awaitMails();
  return sessionId;
}

/** Changes the address of an account by the mailed code; returns the account as it is afterwards. */
async function moveTo(email: string, actor: Actor): Promise<Actor> {
  await askFor(email, actor);
  await confirmEmailChange(actor, email, { code: await newestCode(DATA_DIR, email) }, BROWSER);
  return getActor(email);
}

async function mailedLink(email: string): Promise<string> {
  const [address] = /https?:\/\/\S+\/verify\?\S+/.exec((await newestMail(DATA_DIR, email)).text)!;
  return new URL(address).searchParams.get('link')!;
}

describeOnBoth('a change of address', () => {
  test('leaves the entry made for the account, not the invitation of the new address beside it', async () => {
    const [olga, ada] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: olga });
    const home = newEmail('home');
    await buildShare({ owner: olga, document, to: home, permission: 'EDIT' });
    await buildShare({ owner: olga, document, to: ada });
    await watchDocument(ada, document.id, 'document');
    const moved = await moveTo(home, ada);
    expect(await listShares(olga, document.id)).toMatchObject([{ userId: ada.id, email: home, permission: 'READ' }]);
    expect((await getDocument(moved, document.id)).permission).toBe('READ');
    await startThread(olga, document.id, { body: 'Pears', quote: null, prefix: null, suffix: null });
    await changeShare(olga, document.id, { userId: ada.id, permission: 'NONE' });
    expect(await outcomeOf(getDocument(moved, document.id))).toBe('documentNotFound');
  });

  test('takes up what is shared with the new address elsewhere, and its invitation to sign up', async () => {
    const [olga, ada] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: olga });
    const home = newEmail('home');
    await buildShare({ owner: olga, document, to: home, permission: 'EDIT' });
    await inviteAccount(OPERATOR, home, 'en');
    const moved = await moveTo(home, ada);
    expect((await getDocument(moved, document.id)).permission).toBe('EDIT');
    expect((await listInvitations(OPERATOR)).map(({ email }) => email)).not.toContain(home);
  });

  test('to an address that one has invited leaves no entry on the own document, which can be handed over', async () => {
    const [ada, heir] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: ada });
    const home = newEmail('home');
    await buildShare({ owner: ada, document, to: home });
    await buildShare({ owner: ada, document, to: heir, permission: 'EDIT' });
    const moved = await moveTo(home, ada);
    expect(await listShares(moved, document.id)).toMatchObject([{ userId: heir.id }]);
    await handOverDocument(moved, document.id, heir.id);
    expect(await listShares(heir, document.id)).toMatchObject([{ userId: ada.id, permission: 'EDIT' }]);
  });

  test('with the code or link of another account changes nothing, in whatever browser', async () => {
    const [mallory, vera] = [await buildUser(), await buildUser()];
    const email = newEmail('mallory');
    await askFor(email, mallory);
    const [link, code] = [await mailedLink(email), await newestCode(DATA_DIR, email)];
    for (const proof of [{ code: '', link }, { code }]) {
      for (const browser of [BROWSER, NOBODY]) {
        expect(await outcomeOf(confirmEmailChange(vera, email, proof, browser))).toBe('codeInvalid');
      }
    }
    expect((await getActor(vera.email)).id).toBe(vera.id);
    expect(await outcomeOf(confirmEmailChange(mallory, email, { code: '', link }, NOBODY))).toBe('ok');
    expect((await getActor(email)).id).toBe(mallory.id);
  });

  test('with a code of an earlier version, which names no account, changes nothing', async () => {
    const [ada, email] = [await buildUser(), newEmail('home')];
    await askFor(email, ada);
    await execute('UPDATE codes SET requested_by = NULL WHERE email = $email', { email });
    const proof = { code: await newestCode(DATA_DIR, email) };
    expect(await outcomeOf(confirmEmailChange(ada, email, proof, BROWSER))).toBe('codeInvalid');
  });

  test('sends a code only to a session that proved itself within ten minutes', async () => {
    const clock = stopClock();
    const [ada, email] = [await buildUser(), newEmail('home')];
    const sessionId = await askFor(email, ada);
    clock.advance(601);
    const ask = () => outcomeOf(requestEmailChange(ada, { email, sessionId }, 'en', BROWSER));
    expect(await ask()).toBe('permissionDenied');
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(1);
    await markProved(sessionId);
    expect(await ask()).toBe('ok');
  });

  test('while somebody shares with the old address leaves one entry, with the new address', async () => {
    const [olga, ada] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: olga });
    const home = newEmail('home');
    await buildShare({ owner: olga, document, to: home });
    const [, shared] = await Promise.all([
      moveTo(home, ada),
      outcomeOf(shareDocument(olga, document.id, { email: ada.email, permission: 'READ' })),
    ]);
    expect(['ok', 'documentAlreadyShared']).toContain(shared);
    expect((await listShares(olga, document.id)).filter(({ userId }) => userId === ada.id)).toHaveLength(1);
  });
});
