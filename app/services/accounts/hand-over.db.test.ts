import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const MONTH = 30 * 24 * 3600;

async function groupOf(name: string, ...members: Actor[]): Promise<string> {
  const groupId = await createGroup(OPERATOR, name);
  for (const { id } of members) await addMember(OPERATOR, groupId, { userId: id });
  return groupId;
}

/** A branch of three levels, whose lowest document goes to its editor when the owner's account is purged. */
async function branch() {
  // The first account administers and stays.
  await buildUser();
  const [owner, heir] = [await buildUser(), await buildUser()];
  const top = await buildDocument({ owner, title: 'Top' });
  const middle = await buildDocument({ owner, parent: top });
  const given = await buildDocument({ owner, parent: middle, content: 'one' });
  await buildShare({ owner, document: given, to: heir, permission: 'EDIT' });
  await updateDocument(heir, given.id, { content: 'two', autosave: false });
  const purge = async () => {
    const clock = stopClock();
    await deleteAccounts(OPERATOR, [owner.id]);
    clock.advance(MONTH);
    await purgeAccounts(OPERATOR);
  };
  return { owner, heir, top, middle, given, purge };
}

const permissionOf = (actor: Actor, id: string) =>
  getDocument(actor, id).then(
    ({ permission }) => permission,
    ({ error }) => error,
  );

describeOnBoth('a branch that is handed over', () => {
  test('keeps what people and groups had from above', async () => {
    const { owner, heir, top, given, purge } = await branch();
    const [reader, member] = [await buildUser(), await buildUser()];
    await buildShare({ owner, document: top, to: reader });
    const groupId = await groupOf('Readers', member);
    await shareWithGroup(owner, top.id, { groupId, permission: 'READ' });
    await purge();
    expect([await permissionOf(reader, given.id), await permissionOf(member, given.id)]).toEqual(['READ', 'READ']);
    expect(await listShares(heir, given.id)).toMatchObject([{ userId: reader.id }, { groupId }]);
  });

  test('opens to nobody for whom a nearer group had closed it', async () => {
    const { owner, top, middle, given, purge } = await branch();
    const [person, both] = [await buildUser(), await buildUser()];
    await buildShare({ owner, document: top, to: person, permission: 'EDIT' });
    await shareWithGroup(owner, top.id, { groupId: await groupOf('Far', both), permission: 'EDIT' });
    await shareWithGroup(owner, middle.id, { groupId: await groupOf('Near', person, both), permission: 'NONE' });
    expect([await permissionOf(person, given.id), await permissionOf(both, given.id)]).toEqual([
      'documentNotFound',
      'documentNotFound',
    ]);
    await purge();
    expect([await permissionOf(person, given.id), await permissionOf(both, given.id)]).toEqual([
      'documentNotFound',
      'documentNotFound',
    ]);
  });
});
