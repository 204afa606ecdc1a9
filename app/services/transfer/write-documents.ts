import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError } from '#app/errors.ts';
import { renderAside, renderText } from '#app/markdown/long-texts.ts';
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
type Prepared = { planned: PlannedDocument; text: PreparedText; notTaken: NotTaken[] };
type Written = { importId: string; attachments: Attachments; onProgress?: Progress | undefined };

/** Documents written in one transaction: others can write in between. */
const BATCH = 25;

/**
 * Makes the planned documents, the topmost after the children their parent has; tells what of their texts could not be
 * kept. Throws `documentNotFound` and `documentAccessDenied` for the parent.
 */
export async function writeDocuments(actor: Actor, plan: ImportPlan, written: Written): Promise<NotTaken[]> {
  const { documents } = plan;
  const { importId, attachments, onProgress } = written;
  const notTaken: NotTaken[] = [];
  // Starting threads takes longer than rendering a few texts.
  const render = documents.length > BATCH ? renderAside : renderText;
  const prepare = (from: number) => prepareBatch(documents.slice(from, from + BATCH), { plan, attachments, render });
  let coming = prepare(0);
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch = await coming;
    // Rendered by other threads while this batch is written.
    coming = prepare(from + BATCH);
    // Should the writing fail, nobody is left to ask for it.
    coming.catch(() => undefined);
    notTaken.push(...batch.flatMap((prepared) => prepared.notTaken));
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

type Preparation = { plan: ImportPlan; attachments: Attachments; render: typeof renderText };

async function prepareBatch(batch: PlannedDocument[], { plan, attachments, render }: Preparation): Promise<Prepared[]> {
  const prepared: Promise<Prepared>[] = [];
  for (const planned of batch) {
    const { content, notTaken } = repointLinks(planned, plan.idOfPath, attachments);
    attachments.attachBeside(planned.id, planned.path);
    prepared.push(
      prepareText(content, render).then((text) => {
        const asSource: NotTaken[] = text.isSource ? [{ path: planned.path, reason: 'shownAsSource', detail: '' }] : [];
        return { planned, text, notTaken: [...notTaken, ...asSource] };
      }),
    );
    // Where links are pointed anew, the text is parsed here: nobody waits for more than one.
    await yieldToOthers();
  }
  return Promise.all(prepared);
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
