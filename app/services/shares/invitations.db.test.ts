import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { removeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { mailsTo, newestMail } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { beginSignUp, DEVICE, signUp } from '#tests/support/sign-up.ts';

const shared = documentQuery.parse({ scope: 'shared' });

describeOnBoth('an invitation', () => {
  test('is listed without a person, and mailed with the way to an account', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner, title: 'Garden plan' });
    const email = newEmail('guest');
    const entry = await buildShare({ owner, document, to: email });
    expect(entry).toEqual({ id: expect.any(Number), userId: null, email, displayName: null, permission: 'READ' });
    await awaitMails();
    const mail = await newestMail(DATA_DIR, email);
    expect(mail.subject).toContain('Garden plan');
    expect(mail.text).toContain('/register');
  });

  test('takes effect the moment the address is verified, and not before', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    const email = newEmail('guest');
    await buildShare({ owner, document, to: email, permission: 'EDIT' });
    const pending = await beginSignUp({ email });
    expect(await listShares(owner, document.id)).toMatchObject([{ userId: null }]);
    await verifyAccount(pending, DEVICE);
    const guest = await getActor(email);
    expect(await getDocument(guest, document.id)).toMatchObject({ permission: 'EDIT', noticeType: 'NEW' });
    expect((await listDocuments(guest, shared)).items.map(({ id }) => id)).toEqual([document.id]);
    expect(await listShares(owner, document.id)).toMatchObject([{ userId: guest.id, email }]);
  });

  test('that was taken back has no effect', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    const email = newEmail('guest');
    const { id: shareId } = await buildShare({ owner, document, to: email });
    await removeShare(owner, document.id, { shareId });
    await signUp({ email });
    expect(await outcomeOf(getDocument(await getActor(email), document.id))).toBe('documentNotFound');
  });

  test('takes effect too when it is made at the very moment of verification', async () => {
    const owner = await buildUser();
    for (let round = 0; round < repeats(4, 15); round++) {
      const document = await buildDocument({ owner });
      const pending = await beginSignUp();
      const { email } = pending;
      await Promise.all([
        verifyAccount(pending, DEVICE),
        shareDocument(owner, document.id, { email, permission: 'READ' }),
      ]);
      const lost = await select('SELECT id FROM shares WHERE email = $email AND user_id IS NULL', { email });
      expect(lost).toEqual([]);
    }
  });

  test('with NONE shuts a door before anyone stands there, and mails nobody', async () => {
    const owner = await buildUser();
    const email = newEmail('guest');
    await buildShare({ owner, document: await buildDocument({ owner }), to: email, permission: 'NONE' });
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
  });
});
