import type { Actor } from '#app/services/actor.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import { type FileCopies, planFileCopies } from '#app/services/files/copy-files.ts';
import { newId } from '#app/services/new-id.ts';
import { select } from '#db/connection.ts';

type Source = { id: string; parentId: string | null; depth: number };

/** What a copy consists of, decided once: parents before their children, siblings in their order. */
export type CopyPlan = {
  /** The document that is copied, with what the actor sees below it. */
  topId: string;
  sources: Source[];
  /** The id each copy will have, by that of its source. */
  idOf: Record<string, string>;
  files: { rows: FileCopies['rows']; idOf: Record<string, string> };
  /** Where the copy goes: the last child of a document, or the last root of the actor. */
  parentId: string | null;
  ownerId: string;
};

const SOURCES = `${VISIBLE_BRANCH}
  SELECT documents.id, documents.parent_id AS "parentId", branch.depth
  FROM branch JOIN documents ON documents.id = branch.id
  ORDER BY branch.depth, documents.position, documents.id`;

type Place = Pick<CopyPlan, 'parentId' | 'ownerId'>;

export async function planCopy(actor: Actor, topId: string, place: Place): Promise<CopyPlan> {
  const sources = await select<Source>(SOURCES, { id: topId, me: actor.id });
  const files = await planFileCopies(sources.map(({ id }) => id));
  return {
    topId,
    sources,
    idOf: Object.fromEntries(sources.map(({ id }) => [id, newId()])),
    files: { rows: files.rows, idOf: Object.fromEntries(files.idOf) },
    ...place,
  };
}
