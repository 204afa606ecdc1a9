import { AppError } from '#app/errors.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type CoverImage, setCover } from '#app/services/documents/cover.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { type NewText, prepareNewText } from '#app/services/documents/document-text.ts';
import type { Siblings } from '#app/services/documents/position.ts';
import { setStar } from '#app/services/documents/reader-state.ts';
import type { Attachments } from '#app/services/transfer/attachments.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/plan-import.ts';
import { pointWikiLinks } from '#app/services/transfer/point-wiki-links.ts';
import { type Repointed, repointLinks, resolvePath } from '#app/services/transfer/repoint-links.ts';
import { VaultNames } from '#app/services/transfer/vault-names.ts';
import { inTransaction } from '#db/connection.ts';

export type Progress = (done: number, total: number) => void;
type Prepared = { planned: PlannedDocument; text: NewText };
type Written = { importId: string; attachments: Attachments; onProgress?: Progress | undefined };

/** Documents per transaction: others can write in between. */
const BATCH = 25;

/**
 * Creates the planned documents, the topmost after the existing children of their parent; reports what of their texts
 * could not be stored. Throws `documentNotFound` and `documentAccessDenied` for the parent.
 */
export async function writeDocuments(actor: Actor, plan: ImportPlan, written: Written): Promise<NotTaken[]> {
  const { documents } = plan;
  const { attachments, onProgress } = written;
  const notTaken: NotTaken[] = [];
  const names = namesOf(plan, attachments);
  const prepared = (from: number) => prepare(actor, plan, { from, attachments, names });
  let next = prepared(0);
  try {
    for (let from = 0; from < documents.length; from += BATCH) {
      const batch = await next;
      next = prepared(from + BATCH);
      notTaken.push(...batch.notTaken, ...(await write(actor, batch.prepared, written)));
      onProgress?.(Math.min(from + BATCH, documents.length), documents.length);
    }
  } finally {
    // Reports the first error.
    await next.catch(() => undefined);
  }
  return notTaken;
}

const namesOf = ({ documents, idOfPath }: ImportPlan, attachments: Attachments) =>
  new VaultNames(
    idOfPath,
    documents.flatMap(({ id, path, aliases }) => aliases.map((alias) => [alias, path, id] as const)),
    attachments.paths(),
  );

type Targets = { idOfPath: ImportPlan['idOfPath']; attachments: Attachments; names: VaultNames };

/** A text that Arbor exported has no links but its own: what looks like others is text. */
async function repoint(
  person: string,
  document: PlannedDocument,
  { idOfPath, attachments, names }: Targets,
): Promise<Repointed> {
  if (document.isArbor) return repointLinks(person, document, idOfPath, attachments);
  const wiki = await pointWikiLinks(person, document, names, attachments);
  const plain = await repointLinks(person, { ...document, content: wiki.content }, idOfPath, attachments, names);
  return { content: plain.content, notTaken: [...wiki.notTaken, ...plain.notTaken] };
}

/** Prepares the texts of a batch while the previous one is written. */
async function prepare(
  actor: Actor,
  { documents, idOfPath }: ImportPlan,
  { from, attachments, names }: { from: number; attachments: Attachments; names: VaultNames },
): Promise<{ prepared: Prepared[]; notTaken: NotTaken[] }> {
  const planned = documents.slice(from, from + BATCH);
  const repointed = await Promise.all(
    planned.map((document) => repoint(actor.id, document, { idOfPath, attachments, names })),
  );
  for (const { id, path } of planned) attachments.attachBeside(id, path);
  const texts = await Promise.all(repointed.map(({ content }) => prepareNewText(actor.id, content)));
  const notTaken = planned.flatMap(({ path }, nth): NotTaken[] => {
    const { isSource } = texts[nth]!;
    return [...repointed[nth]!.notTaken, ...(isSource ? [{ path, reason: 'shownAsSource', detail: '' } as const] : [])];
  });
  return { prepared: planned.map((document, nth) => ({ planned: document, text: texts[nth]! })), notTaken };
}

/** Writes the documents of a batch with their files; returns what could not be stored. */
async function write(actor: Actor, batch: Prepared[], { importId, attachments }: Written): Promise<NotTaken[]> {
  const notTaken: NotTaken[] = [];
  await inTransaction(() => insertAll(actor, importId, batch));
  for (const { planned } of batch) {
    const cover = coverOf(planned, attachments);
    notTaken.push(...(await attachments.save(actor, planned.id)));
    if (cover) await putCover(actor, planned.id, cover);
  }
  return notTaken;
}

function coverOf({ id, cover, folder, top }: PlannedDocument, attachments: Attachments) {
  if (!cover || /^(?:\/covers\/|https?:)/.test(cover.url)) return cover;
  const path = resolvePath(folder, cover.url, top);
  const url = path === null ? null : attachments.attach(id, path);
  return url && { ...cover, url };
}

/** Omits an unusable cover: the text matters more. */
async function putCover(actor: Actor, id: string, cover: CoverImage): Promise<void> {
  try {
    await setCover(actor, id, cover);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function insertAll(actor: Actor, importId: string, batch: Prepared[]) {
  const places = new Map<string | null, Siblings>();
  for (const { planned, text } of batch) {
    const { id, title, icon, parentId, createdAt, updatedAt } = planned;
    // Under the lock of the tree: what was allowed for one sibling is for the next.
    const siblings = places.get(parentId) ?? (await placeBelow(actor, parentId)).siblings;
    places.set(parentId, siblings);
    await insertDocument(actor, { id, title, icon, text, siblings, importId, createdAt, updatedAt });
    if (planned.isStarred) await setStar(actor, id, true);
  }
}

/** Throws as writing would, and `validationFailed` if the tree would become too deep; before anything is written. */
export async function requireRoom(actor: Actor, parentId: string | null, documents: PlannedDocument[]): Promise<void> {
  const depth = parentId === null ? 0 : (await requireAccess(actor, parentId, 'addChild')).depth + 1;
  const levels = documents.reduce((deepest, { level }) => Math.max(deepest, level + 1), 0);
  if (depth + levels <= DEPTH_MAX) return;
  throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
}
