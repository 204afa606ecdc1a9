import { expect, test } from 'vitest';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { getMailSettings } from '#app/services/notifications/mail-choices.ts';
import { declineInvitations, declineUrl, readDeclineToken } from '#app/services/shares/decline-invitations.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { resendInvitation } from '#app/services/shares/resend-invitation.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

async function mailsOf(email: string): Promise<number> {
  await awaitMails();
  return (await mailsTo(DATA_DIR, email)).length;
}

test('the token of a link opens to its address, and no other text does', () => {
  const token = new URL(declineUrl('guest@example.com')).pathname.split('/').at(-1)!;
  expect(readDeclineToken(token)).toBe('guest@example.com');
  expect(token).not.toContain(Buffer.from('guest').toString('base64url'));
  for (const forged of ['', 'x', `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`, token.slice(4)])
    expect(readDeclineToken(forged)).toBeNull();
});

describeOnBoth('an address that declined invitations', () => {
  test('gets no mail of a share; the share is made, and its owner sees why', async () => {
    const owner = await buildUser();
    const [document, other] = [await buildDocument({ owner }), await buildDocument({ owner })];
    const [email, friend] = [newEmail('guest'), newEmail('friend')];
    const { id } = await buildShare({ owner, document, to: email });
    expect(await mailsOf(email)).toBe(1);
    await Promise.all([declineInvitations(email), declineInvitations(email)]);
    const declined = { userId: null, email, permission: 'READ', isDeclined: true };
    expect(await listShares(owner, document.id)).toMatchObject([declined]);
    expect(await outcomeOf(resendInvitation(owner, document.id, id))).toBe('permissionDenied');
    expect(await buildShare({ owner, document: other, to: email })).toMatchObject(declined);
    expect(await buildShare({ owner, document: other, to: friend })).not.toHaveProperty('isDeclined');
    expect([await mailsOf(email), await mailsOf(friend)]).toEqual([1, 1]);
  });

  test('gets mails by the choices of its account once it has one', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner });
    const email = newEmail('guest');
    await declineInvitations(email);
    const guest = await buildUser({ email });
    expect((await getMailSettings(guest)).choices.share).toBe('now');
    expect(await buildShare({ owner, document, to: guest })).not.toHaveProperty('isDeclined');
    await declineInvitations(email);
    expect((await getMailSettings(guest)).choices.share).toBe('off');
  });
});
