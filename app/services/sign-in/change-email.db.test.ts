import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import { handOverDocument } from '#app/services/accounts/hand-over-document.ts';
import type { Actor } from '#app/services/actor.ts';
import { inviteAccount, listInvitations } from '#app/services/administration/invite-account.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { mailsDelivered } from '#app/services/mail/deliver-mails.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { confirmEmailChange, requestEmailChange } from '#app/services/sign-in/change-email.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { newestCode } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { BROWSER } from '#tests/support/sign-up.ts';

/** Changes the address of an account by the mailed code; returns the account as it is afterwards. */
async function moveTo(email: string, actor: Actor): Promise<Actor> {
  await requestEmailChange(email, 'en', BROWSER);
  await mailsDelivered();
  await confirmEmailChange(actor, email, { code: await newestCode(DATA_DIR, email) }, BROWSER);
  return getActor(email);
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
