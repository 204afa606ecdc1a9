import { mayOfferTemplate } from '#app/policies/template-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import type { ExtraThread, ReadExtras } from '#app/services/transfer/export/extras.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan } from '#app/services/transfer/import/plan-import.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Threads per transaction, so that other writes can interleave. */
const BATCH = 100;

type Restoring = { plan: ImportPlan; carried: ReadExtras[]; idOf: (name: string) => string };

/**
 * Restores comments, templates and group shares from the manifests of imported documents. A second run adds nothing.
 * Authors without an account here are only named, as are all but the importer unless this installation wrote the export
 * for them. Skips documents deleted meanwhile. Reports groups that do not exist here.
 */
export async function restoreExtras(actor: Actor, { plan, carried, idOf }: Restoring): Promise<NotTaken[]> {
  const placeOf = new Map(plan.documents.flatMap(({ exportedId, id }) => (exportedId ? [[exportedId, id]] : [])));
  const notTaken: NotTaken[] = [];
  for (const read of carried) {
    const isTrusted = read.isOurs && read.carried.owner === actor.email;
    await restoreThreads(actor, read.carried.threads, { placeOf, idOf, isTrusted });
    await restoreTemplates(actor, read, placeOf);
    if (isTrusted) notTaken.push(...(await restoreGroups(read, placeOf)));
  }
  return notTaken;
}

type Placed = { placeOf: Map<string, string>; idOf: (name: string) => string; isTrusted: boolean };

async function restoreThreads(actor: Actor, threads: ExtraThread[], placed: Placed): Promise<void> {
  const { placeOf, idOf, isTrusted } = placed;
  const authors = isTrusted ? await accountsOf(threads) : new Map([[actor.email, actor.id]]);
  // Equal times are ordered by id; ids ascend in the order of the export.
  const ids = threads.map((_, nth) => idOf(`thread ${nth}`)).sort();
  for (let from = 0; from < threads.length; from += BATCH) {
    await inTransaction(async () => {
      const { Comment, Document, Thread } = await models();
      for (const [nth, thread] of threads.slice(from, from + BATCH).entries()) {
        const documentId = placeOf.get(thread.documentId);
        const id = ids[from + nth]!;
        if (!documentId || (await Thread.count({ where: { id } })) > 0) continue;
        if ((await Document.count({ where: { id: documentId } })) === 0) continue;
        const { quote, prefix, suffix, comments } = thread;
        const times = { createdAt: Date.parse(thread.createdAt), resolvedAt: parsed(thread.resolvedAt) };
        await Thread.create({ id, documentId, quote, prefix, suffix, ...times });
        const commentIds = comments.map((_, at) => idOf(`comment ${from + nth} ${at}`)).sort();
        await Comment.bulkCreate(
          comments.map(({ author, body, createdAt, editedAt }, at) => {
            const authorId = author.email === null ? undefined : authors.get(author.email);
            return {
              id: commentIds[at]!,
              threadId: id,
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
      }
    });
  }
}

const parsed = (instant: string | null) => (instant === null ? null : Date.parse(instant));

async function accountsOf(threads: ExtraThread[]): Promise<Map<string, string>> {
  const emails = new Set(threads.flatMap(({ comments }) => comments.map(({ author }) => author.email)));
  const where = { email: [...emails].filter((email) => email !== null), status: ['ACTIVE', 'SUSPENDED'] };
  const users = await (await models()).User.findAll({ where, attributes: ['id', 'email'], raw: true });
  return new Map(users.map(({ id, email }) => [email, id]));
}

async function restoreTemplates(actor: Actor, { carried, isOurs }: ReadExtras, placeOf: Map<string, string>) {
  const { Document, Template } = await models();
  for (const { documentId, scope } of carried.templates) {
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

async function restoreGroups({ carried }: ReadExtras, placeOf: Map<string, string>): Promise<NotTaken[]> {
  const { Document, Group, Share } = await models();
  const unknown = new Set<string>();
  for (const { documentId, name, permission } of carried.groups) {
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
