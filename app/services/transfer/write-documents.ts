import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError } from '#app/errors.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import type { Actor } from '#app/services/actor.ts';
import { requireAccess } from '#app/services/documents/access.ts';
import { type CoverImage, setCover } from '#app/services/documents/cover.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { type PreparedText, prepareText } from '#app/services/documents/document-text.ts';
import type { Attachments } from '#app/services/transfer/attachments.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/plan-import.ts';
import { repointLinks, resolvePath } from '#app/services/transfer/repoint-links.ts';
import { inTransaction } from '#db/connection.ts';

export type Progress = (done: number, total: number) => void;
type Prepared = { planned: PlannedDocument; text: PreparedText };
type Written = { importId: string; attachments: Attachments; onProgress?: Progress | undefined };

/** Documents written in one transaction: others can write in between. */
const BATCH = 25;

/**
 * Makes the planned documents, the topmost after the children their parent has; tells what of their texts could not be
 * kept. Throws `documentNotFound` and `documentAccessDenied` for the parent.
 */
export async function writeDocuments(actor: Actor, plan: ImportPlan, written: Written): Promise<NotTaken[]> {
  const { documents, idOfPath } = plan;
  const { importId, attachments, onProgress } = written;
  const notTaken: NotTaken[] = [];
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch: Prepared[] = [];
    for (const planned of documents.slice(from, from + BATCH)) {
      const repointed = repointLinks(planned, idOfPath, attachments);
      attachments.attachBeside(planned.id, planned.path);
      const text = await prepareText(repointed.content);
      notTaken.push(...repointed.notTaken);
      if (text.isSource) notTaken.push({ path: planned.path, reason: 'shownAsSource', detail: '' });
      batch.push({ planned, text });
      // Rendering is what takes time; nobody waits for more than one text.
      await yieldToOthers();
    }
    await inTransaction(() => insertAll(actor, importId, batch));
    for (const { planned } of batch) {
      const cover = coverOf(planned, attachments);
      notTaken.push(...(await attachments.save(actor, planned.id)));
      if (cover) await putCover(actor, planned.id, cover);
    }
    onProgress?.(Math.min(from + BATCH, documents.length), documents.length);
  }
  return notTaken;
}

function coverOf({ id, cover, folder, top }: PlannedDocument, attachments: Attachments) {
  if (!cover || /^(?:\/covers\/|https?:)/.test(cover.url)) return cover;
  const path = resolvePath(folder, cover.url, top);
  const url = path === null ? null : attachments.attach(id, path);
  return url && { ...cover, url };
}

/** One that cannot be shown is left out: the text is what matters. */
async function putCover(actor: Actor, id: string, cover: CoverImage): Promise<void> {
  try {
    await setCover(actor, id, cover);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function insertAll(actor: Actor, importId: string, batch: Prepared[]) {
  for (const { planned, text } of batch) {
    const { id, title, icon } = planned;
    const siblings = await placeBelow(actor, planned.parentId);
    await insertDocument(actor, { id, title, icon, text, siblings, importId });
  }
}

/** Throws as writing would, and `validationFailed` where the tree would become too deep; before anything is written. */
export async function requireRoom(actor: Actor, parentId: string | null, documents: PlannedDocument[]): Promise<void> {
  const depth = parentId === null ? 0 : (await requireAccess(actor, parentId, 'addChild')).depth + 1;
  const levels = documents.reduce((deepest, { level }) => Math.max(deepest, level + 1), 0);
  if (depth + levels <= DEPTH_MAX) return;
  throw new AppError('validationFailed', { fields: { parentId: [{ key: 'move.tooDeep' }] } });
}
