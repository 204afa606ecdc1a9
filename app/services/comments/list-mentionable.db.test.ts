import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { listMentionableAndKnown } from '#app/services/comments/list-mentionable.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

describeOnBoth('people to mention', () => {
  test('of an owner are those who can read, and known people to share with first', async () => {
    const [owner, reader, known, closed, stranger] = await Promise.all([1, 2, 3, 4, 5].map(() => buildUser()));
    if (!owner) throw new Error('no account');
    const parent = await buildDocument({ owner });
    const document = await buildDocument({ owner, parent });
    const other = await buildDocument({ owner });
    await buildShare({ owner: owner!, document: parent, to: reader! });
    await buildShare({ owner: owner!, document: other, to: known! });
    await buildShare({ owner: owner!, document: other, to: closed! });
    await buildShare({ owner: owner!, document, to: closed!, permission: 'NONE' });
    const offered = async (actor: Actor | undefined) =>
      (await listMentionableAndKnown(actor!, document.id)).map(({ id, shareWith }) => [id, shareWith]).toSorted();
    expect(await offered(owner)).toEqual(
      [
        [reader!.id, undefined],
        [known!.id, known!.email],
        [closed!.id, closed!.email],
      ].toSorted(),
    );
    expect(await offered(reader)).toEqual([[owner!.id, undefined]]);
    await expect(listMentionableAndKnown(stranger!, document.id)).rejects.toMatchObject({ error: 'documentNotFound' });
  });
});
