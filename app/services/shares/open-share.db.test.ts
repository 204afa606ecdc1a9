import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { blockPerson } from '#app/services/shares/block-person.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';

const news = async (who: Actor) =>
  (await listNotifications(who, { unread: true, page: 1, limit: 10 })).items.map(({ kind }) => kind);
async function mailed(email: string): Promise<number> {
  await awaitMails();
  return (await mailsTo(DATA_DIR, email)).length;
}

describeOnBoth('an entry raised from NONE', () => {
  test('is announced to its person like a new share; further changes are not', async () => {
    const [olga, ada, ben] = [await buildUser(), await buildUser(), await buildUser()];
    const document = await buildDocument({ owner: olga });
    for (const to of [ada, ben]) await buildShare({ owner: olga, document, to, permission: 'NONE' });
    await blockPerson(ben, olga.email);
    expect([await news(ada), await mailed(ada.email)]).toEqual([[], 0]);
    await changeShare(olga, document.id, { userId: ada.id, permission: 'READ' });
    await changeShare(olga, document.id, { userId: ada.id, permission: 'EDIT' });
    await changeShare(olga, document.id, { userId: ben.id, permission: 'EDIT' });
    expect([await news(ada), await mailed(ada.email)]).toEqual([['share'], 1]);
    expect(await mailed(ben.email)).toBe(0);
  });

  test('invites an address without an account', async () => {
    const olga = await buildUser();
    const document = await buildDocument({ owner: olga });
    const guest = newEmail('guest');
    const { id: shareId } = await buildShare({ owner: olga, document, to: guest, permission: 'NONE' });
    await changeShare(olga, document.id, { shareId, permission: 'READ' });
    expect(await mailed(guest)).toBe(1);
    expect((await mailsTo(DATA_DIR, guest))[0]!.text).toContain('/register');
  });

  test('tells the members of a group', async () => {
    const [olga, mia] = [await buildUser(), await buildUser()];
    const groupId = await createGroup(OPERATOR, 'Team');
    await addMember(OPERATOR, groupId, { userId: mia.id });
    const document = await buildDocument({ owner: olga });
    await shareWithGroup(olga, document.id, { groupId, permission: 'NONE' });
    expect(await news(mia)).toEqual([]);
    await changeShare(olga, document.id, { groupId, permission: 'READ' });
    expect(await news(mia)).toEqual(['share']);
  });
});
