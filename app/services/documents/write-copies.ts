import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import type { Actor } from '#app/services/actor.ts';
import { destinationsOf } from '#app/services/documents/destinations-of.ts';
import { type NewText, prepareNewText } from '#app/services/documents/document-text.ts';
import { newDocumentSteps, type PlacedDocument } from '#app/services/documents/new-documents.ts';
import type { CopyPlan } from '#app/services/documents/plan-copy.ts';
import { lastPosition, POSITION_STEP } from '#app/services/documents/position.ts';
import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { mapBounded } from '#app/threads/map-bounded.ts';
import { models, select } from '#db/connection.ts';
import { writeBatch } from '#db/write-batch.ts';

/** Texts prepared at a time, as several copies of one person share a thread queue. */
const AT_ONCE = 8;

type SourceRow = {
  id: string;
  title: string;
  icon: string | null;
  content: string;
  coverUrl: string | null;
  coverScrollY: number | null;
};
export type PreparedCopy = { source: SourceRow; text: NewText };

const ROW = `SELECT documents.id, documents.title, documents.icon,
    documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY", document_texts.content
  FROM documents JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`;

/** Prepares copies of some documents of a plan with their texts; omits documents deleted meanwhile. */
export async function prepareCopies(actor: Actor, plan: CopyPlan, ids: string[]): Promise<PreparedCopy[]> {
  const prepared = await mapBounded(ids, AT_ONCE, async (id) => {
    const [source] = await select<SourceRow>(ROW, { id });
    if (!source) return null;
    return { source, text: await prepareNewText(actor.id, await repoint(actor, source.content, plan)) };
  });
  return prepared.filter((copy) => copy !== null);
}

/** Writes prepared copies, hidden under a name until the branch is complete; call in a transaction. */
export async function writeCopies(
  actor: Actor,
  plan: CopyPlan,
  copies: PreparedCopy[],
  hiddenBy: string | null,
): Promise<void> {
  const parentOf = new Map(plan.sources.map(({ id, parentId }) => [id, parentId]));
  const lasts = new Map<string | null, number>();
  const documents: PlacedDocument[] = [];
  for (const { source, text } of copies) {
    const id = plan.idOf[source.id]!;
    const parentId = source.id === plan.topId ? null : (plan.idOf[parentOf.get(source.id) ?? ''] ?? null);
    const { title, icon } = source;
    const siblings = { parentId, ownerId: plan.ownerId };
    const last = lasts.get(parentId);
    const position = last === undefined ? await lastPosition(siblings) : last + POSITION_STEP;
    lasts.set(parentId, position);
    documents.push({ id, title, icon, text, siblings, position, hiddenBy });
  }
  if (documents.length > 0) await writeBatch(newDocumentSteps(actor, documents));
  for (const { source } of copies) await copyCover(source, plan.idOf[source.id]!, plan);
}

/** Points links within the branch and to its files to the copies. */
async function repoint(actor: Actor, content: string, { idOf, files }: CopyPlan): Promise<string> {
  if (!/\/doc\/|\/api\/files\//.test(content)) return content;
  return rewriteLinks(content, await destinationsOf(actor.id, content), (url) => {
    const [, place, source = '', rest] = /^\/(doc|api\/files)\/(c[a-z0-9]{23})(.*)$/.exec(url) ?? [];
    const copy = (place === 'doc' ? idOf : files.idOf)[source];
    return copy ? `/${place}/${copy}${rest}` : null;
  });
}

async function copyCover({ coverUrl, coverScrollY }: SourceRow, id: string, { files }: CopyPlan): Promise<void> {
  if (!coverUrl) return;
  const copy = files.idOf[fileInUrl(coverUrl) ?? ''];
  const cover = { coverUrl: copy ? downloadUrlOf(copy) : coverUrl, coverScrollY };
  await (await models()).Document.update(cover, { where: { id } });
}
