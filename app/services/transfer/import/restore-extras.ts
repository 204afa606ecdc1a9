import { mayOfferTemplate } from '#app/policies/template-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import type { ExtraPart, ReadExtras } from '#app/services/transfer/export/read-extras.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan } from '#app/services/transfer/import/plan-import.ts';
import { inTransaction, models } from '#db/connection.ts';

type Restoring = { plan: ImportPlan; carried: ReadExtras[]; idOf: (name: string) => string };

/**
 * Restores comments, templates and group shares from the manifests of imported documents. A second run adds nothing.
 * Authors without an account here are only named, as are all but the importer unless this installation wrote the export
 * for them. Skips documents deleted meanwhile. Reports groups that do not exist here.
 */
export async function restoreExtras(actor: Actor, { plan, carried, idOf }: Restoring): Promise<NotTaken[]> {
  const placeOf = new Map(plan.documents.flatMap(({ exportedId, id }) => (exportedId ? [[exportedId, id]] : [])));
  const notTaken: NotTaken[] = [];
  for (const [nth, read] of carried.entries()) {
    const isTrusted = read.isOurs && read.owner === actor.email;
    const idBase = { thread: idOf(`threads ${nth}`), comment: idOf(`comments ${nth}`) };
    for (const part of read.parts) await restorePart(actor, JSON.parse(part), { placeOf, idBase, isTrusted });
    await restoreTemplates(actor, read, placeOf);
    if (isTrusted) notTaken.push(...(await restoreGroups(read, placeOf)));
  }
  return notTaken;
}

type IdBase = { thread: string; comment: string };
type Placed = { placeOf: Map<string, string>; idBase: IdBase; isTrusted: boolean };

/** Writes one batch in a transaction. */
async function restorePart(actor: Actor, parts: ExtraPart[], { placeOf, idBase, isTrusted }: Placed): Promise<void> {
  const authors = isTrusted ? await accountsOf(parts) : new Map([[actor.email, actor.id]]);
  const placed = parts.flatMap((part) => {
    const documentId = placeOf.get(part.thread.documentId);
    return documentId ? [{ ...part, documentId, threadId: ascending(idBase.thread, part.nth) }] : [];
  });
  if (placed.length === 0) return;
  await inTransaction(async () => {
    const { Comment, Document, Thread } = await models();
    const where = { id: [...new Set(placed.map(({ documentId }) => documentId))] };
    const present = new Set((await Document.findAll({ where, attributes: ['id'], raw: true })).map(({ id }) => id));
    const kept = placed.filter(({ documentId }) => present.has(documentId));
    const threads = kept.map(({ threadId: id, documentId, thread: { quote, prefix, suffix, ...times } }) => ({
      ...{ id, documentId, quote, prefix, suffix },
      createdAt: Date.parse(times.createdAt),
      resolvedAt: parsed(times.resolvedAt),
    }));
    const comments = kept.flatMap(({ nth, from, threadId, thread }) =>
      thread.comments.map(({ author, body, createdAt, editedAt }, at) => {
        const authorId = author.email === null ? undefined : authors.get(author.email);
        return {
          id: ascending(idBase.comment, nth, from + at),
          threadId,
          authorId: authorId ?? actor.id,
          authorName: authorId === undefined ? (author.name ?? author.email) : null,
          body,
          // Rendered on first read.
          html: '',
          renderVersion: 0,
          createdAt: Date.parse(createdAt),
          editedAt: parsed(editedAt),
        };
      }),
    );
    await Thread.bulkCreate(threads, { ignoreDuplicates: true });
    await Comment.bulkCreate(comments, { ignoreDuplicates: true });
  });
}

/** Equal times are ordered by id, so ids ascend in the order of the export. */
function ascending(base: string, ...places: number[]): string {
  const end = places.map((place) => place.toString(36).padStart(4, '0')).join('');
  return base.slice(0, -end.length) + end;
}

const parsed = (instant: string | null) => (instant === null ? null : Date.parse(instant));

async function accountsOf(parts: ExtraPart[]): Promise<Map<string, string>> {
  const emails = new Set(parts.flatMap(({ thread: { comments } }) => comments.map(({ author }) => author.email)));
  const where = { email: [...emails].filter((email) => email !== null), status: ['ACTIVE', 'SUSPENDED'] };
  const users = await (await models()).User.findAll({ where, attributes: ['id', 'email'], raw: true });
  return new Map(users.map(({ id, email }) => [email, id]));
}

async function restoreTemplates(actor: Actor, { templates, isOurs }: ReadExtras, placeOf: Map<string, string>) {
  const { Document, Template } = await models();
  for (const { documentId, scope } of templates) {
    const id = placeOf.get(documentId);
    if (!id) continue;
    await inTransaction(async () => {
      const isOwner = (await Document.count({ where: { id, ownerId: actor.id } })) > 0;
      const isForEveryone = isOurs && scope === 'everyone' && mayOfferTemplate({ actor, isOwner, isForEveryone: true });
      if (!mayOfferTemplate({ actor, isOwner, isForEveryone })) return;
      const row = { documentId: id, forEveryone: isForEveryone ? 1 : 0, createdAt: Date.now() };
      await Template.bulkCreate([row], { ignoreDuplicates: true });
    });
  }
}

async function restoreGroups({ groups: entries }: ReadExtras, placeOf: Map<string, string>): Promise<NotTaken[]> {
  const { Document, Group, Share } = await models();
  const unknown = new Set<string>();
  for (const { documentId, name, permission } of entries) {
    const id = placeOf.get(documentId);
    if (!id) continue;
    const groups = await Group.findAll({ where: { name }, attributes: ['id'], limit: 2, raw: true });
    if (groups.length !== 1) {
      unknown.add(name);
      continue;
    }
    const groupId = groups[0]!.id;
    await inTransaction(async () => {
      if ((await Share.count({ where: { documentId: id, groupId } })) > 0) return;
      if ((await Document.count({ where: { id } })) === 0) return;
      const now = Date.now();
      await Share.create({
        documentId: id,
        email: null,
        userId: null,
        groupId,
        permission,
        createdAt: now,
        updatedAt: now,
      });
    });
  }
  return [...unknown].map((name) => ({ path: 'arbor.json', reason: 'group' as const, detail: name }));
}
