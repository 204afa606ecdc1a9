import type { Actor } from '#app/services/actor.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import { type FileCopies, planFileCopies } from '#app/services/files/copy-files.ts';
import { newId } from '#app/services/new-id.ts';
import { select } from '#db/connection.ts';

type Source = { id: string; parentId: string | null; depth: number };
type SourceRow = Source & { createdBy: string };

/** Content of a copy, fixed when it starts: parents before children, siblings in order. */
export type CopyPlan = {
  /** Top document of the branch to copy. */
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
  SELECT documents.id, documents.parent_id AS "parentId", branch.depth, documents.created_by AS "createdBy"
  FROM branch JOIN documents ON documents.id = branch.id
  ORDER BY branch.depth, documents.position, documents.id`;

type Place = Pick<CopyPlan, 'parentId' | 'ownerId'>;

/** `createdBy` restricts the copy to documents that this person created. */
export async function planCopy(
  actor: Actor,
  topId: string,
  place: Place,
  { createdBy }: { createdBy?: string } = {},
): Promise<CopyPlan> {
  const rows = await select<SourceRow>(SOURCES, { id: topId, me: actor.id });
  const sources = closeUp(rows, (row) => createdBy === undefined || row.createdBy === createdBy);
  const files = await planFileCopies(sources.map(({ id }) => id));
  return {
    topId,
    sources,
    idOf: Object.fromEntries(sources.map(({ id }) => [id, newId()])),
    files: { rows: files.rows, idOf: Object.fromEntries(files.idOf) },
    ...place,
  };
}

/** Removes documents from the plan. Children of a removed one move up to the nearest kept ancestor. */
function closeUp(rows: SourceRow[], isKept: (row: SourceRow) => boolean): Source[] {
  const nearest = new Map<string, string | null>();
  const depths = new Map<string | null, number>();
  const kept: Source[] = [];
  for (const row of rows) {
    const parentId = nearest.get(row.parentId ?? '') ?? null;
    nearest.set(row.id, isKept(row) ? row.id : parentId);
    if (!isKept(row)) continue;
    const depth = parentId === null ? 0 : depths.get(parentId)! + 1;
    depths.set(row.id, depth);
    kept.push({ id: row.id, parentId: parentId ?? row.parentId, depth });
  }
  return kept;
}
