import type { Actor } from '#app/services/actor.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import { type FileCopies, planFileCopies } from '#app/services/files/copy-files.ts';
import { newId } from '#app/services/new-id.ts';
import { select } from '#db/connection.ts';

type Source = { id: string; parentId: string | null; depth: number };

/** The content of a copy, fixed at its start: parents before children, siblings in order. */
export type CopyPlan = {
  /** The top of the branch to copy. */
  topId: string;
  sources: Source[];
  /** Source id → id of its copy. */
  idOf: Record<string, string>;
  files: { rows: FileCopies['rows']; idOf: Record<string, string> };
  /** Target of the copy: the last child of a document, or the actor's last root. */
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
