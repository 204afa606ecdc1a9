import { expect, test } from 'vitest';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listOutsiders } from '#app/services/comments/list-outsiders.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { shareWithMentioned } from '#app/services/comments/share-with-mentioned.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { execute } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const NO_PASSAGE = { quote: null, prefix: null, suffix: null };
const naming = (...people: Actor[]) => people.map(({ id }) => `[@Somebody](/people/${id})`).join(' ');

/** An owner with a document that `reader` reads; `known` and `shut` are known from another one, `stranger` is not. */
async function plant(textFor: (people: Record<'known' | 'shut' | 'stranger', Actor>) => string = () => '') {
  const [owner, reader, known, shut, stranger] = [
    await buildUser(),
    await buildUser(),
    await buildUser(),
    await buildUser(),
    await buildUser(),
  ];
  const document = await buildDocument({ owner, content: textFor({ known, shut, stranger }) });
  const other = await buildDocument({ owner });
  for (const to of [known, shut]) await buildShare({ owner, document: other, to });
  await buildShare({ owner, document, to: reader, permission: 'READ' });
  await buildShare({ owner, document, to: shut, permission: 'NONE' });
  return { owner, reader, known, shut, stranger, id: document.id };
}

async function offered(actor: Actor, id: string) {
  const access = await getAccess(actor, id);
  const [{ html }, threads] = await Promise.all([openDocument(actor, id), listThreads(actor, access, 'all')]);
  return (await listOutsiders(actor, access, { html, threads })).map((person) => [person.id, person.isInText]);
}

const inbox = async (who: Actor) =>
  (await listNotifications(who, { unread: true, page: 1, limit: 10 })).items.map((line) => [
    line.kind,
    line.docId,
    line.threadId,
  ]);

describeOnBoth('sharing with a mentioned person', () => {
  test('is offered to the owner for people they know who cannot read and were not shut out', async () => {
    const { owner, reader, known, shut, stranger, id } = await plant();
    expect(await offered(owner, id)).toEqual([]);
    await startThread(reader, id, { body: naming(known, shut, stranger, reader, owner), ...NO_PASSAGE });
    expect(await offered(owner, id)).toEqual([[known.id, false]]);
    expect(await offered(reader, id)).toEqual([]);
    await execute("UPDATE users SET status = 'DELETED' WHERE id = $id", { id: known.id });
    expect(await offered(owner, id)).toEqual([]);
  });

  test('shares to read and tells of the comment that mentions them', async () => {
    const { owner, reader, known, id } = await plant();
    const thread = await startThread(reader, id, { body: naming(known), ...NO_PASSAGE });
    expect(await inbox(known)).not.toContainEqual(['mention', id, thread.id]);
    const input = { userId: known.id, commentId: thread.comments[0]!.id };
    expect(await shareWithMentioned(owner, id, input)).toEqual({ email: known.email });
    expect(await listShares(owner, await getAccess(owner, id))).toContainEqual(
      expect.objectContaining({ email: known.email, permission: 'READ' }),
    );
    expect(await inbox(known)).toContainEqual(['mention', id, thread.id]);
    expect(await offered(owner, id)).toEqual([]);
    expect(await outcomeOf(shareWithMentioned(owner, id, input))).toBe('notFound');
  });

  test('works for the text as well', async () => {
    const { owner, known, id } = await plant(({ known: person }) => `Ask ${naming(person)}.`);
    expect(await offered(owner, id)).toEqual([[known.id, true]]);
    await shareWithMentioned(owner, id, { userId: known.id });
    expect(await inbox(known)).toContainEqual(['mention', id, null]);
  });

  test('is for the owner alone, and for people mentioned in that comment', async () => {
    const { owner, reader, known, shut, stranger, id } = await plant();
    const elsewhere = await plant();
    const body = naming(known, shut, stranger);
    const { comments } = await startThread(reader, id, { body, ...NO_PASSAGE });
    const foreign = await startThread(elsewhere.reader, elsewhere.id, { body: naming(known), ...NO_PASSAGE });
    const commentId = comments[0]!.id;
    const asked = (actor: Actor, userId: string, from: string | undefined = commentId) =>
      outcomeOf(shareWithMentioned(actor, id, { userId, commentId: from }));
    expect(await asked(reader, known.id)).toBe('documentAccessDenied');
    expect(await asked(stranger, known.id)).toBe('documentNotFound');
    for (const userId of [shut.id, stranger.id, reader.id, owner.id])
      expect(await asked(owner, userId)).toBe('notFound');
    expect(await asked(owner, known.id, foreign.comments[0]!.id)).toBe('notFound');
    expect(await outcomeOf(shareWithMentioned(owner, id, { userId: known.id }))).toBe('notFound');
    expect(await listShares(owner, await getAccess(owner, id))).toHaveLength(2);
  });
});
