import { grantedBy } from '#app/services/access/document-access.ts';
import { select } from '#db/connection.ts';
import { findBranch } from '#db/queries/branches.ts';
import { findLastWrites } from '#db/queries/revisions.ts';

/** Documents to transfer with `topId`, and the person who receives them. */
export type Handover = { topId: string; heirId: string; documentIds: string[] };

/** Documents of the owner that `$me` may edit, also as a member of a group. */
const EDITED = `WITH RECURSIVE ${grantedBy('= $owner')}
  SELECT documents.id, documents.parent_id AS "parentId" FROM granted JOIN documents ON documents.id = granted.id
  WHERE granted.permission = 'EDIT' AND documents.archived_at IS NULL`;
const TREE = 'SELECT id, parent_id AS "parentId" FROM documents WHERE owner_id = $owner AND archived_at IS NULL';

type Edited = { id: string; parentId: string | null };
type Branch = Handover & { wroteAt: number };

/** Selects all documents of the owner's branch, archived ones included. */
export async function planBranch(topId: string, owner: string, heirId: string): Promise<Handover> {
  const rows = await findBranch({ id: topId, owner });
  return { topId, heirId, documentIds: rows.map(({ id }) => id) };
}

/**
 * Selects the branches of an account that are transferred to active editors instead of being purged. A branch in which
 * someone with EDIT has written is transferred to the last of these writers, except parts that this person may not
 * edit. Branches further up take precedence.
 */
export async function planHandover(owner: string): Promise<Handover[]> {
  const writes = Map.groupBy(await findLastWrites({ owner }), ({ writerId }) => writerId);
  if (writes.size === 0) return [];
  const branches: Branch[] = [];
  for (const [id, own] of writes) {
    const wroteIn = new Map(own.map((write) => [write.documentId, Number(write.wroteAt)]));
    branches.push(...branchesOf(id, await select<Edited>(EDITED, { owner, me: id }), wroteIn));
  }
  const depthOf = depths(await select<Edited>(TREE, { owner }));
  const ranked = branches.toSorted((a, b) => depthOf(a.topId) - depthOf(b.topId) || b.wroteAt - a.wroteAt);
  const taken = new Set<string>();
  return ranked.flatMap(({ topId, heirId, documentIds }) => {
    if (taken.has(topId)) return [];
    const own = documentIds.filter((id) => !taken.has(id));
    for (const id of own) taken.add(id);
    return [{ topId, heirId, documentIds: own }];
  });
}

/** Groups the documents a person may edit into connected branches, and keeps those with edits by that person. */
function branchesOf(heirId: string, rows: Edited[], wroteIn: Map<string, number>): Branch[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const known = new Set(rows.map(({ id }) => id));
  const tops = rows.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const branches = tops.map((top) => {
    const members = [top];
    for (const { id } of members) members.push(...(childrenOf.get(id) ?? []));
    const wroteAt = members.reduce((latest, { id }) => Math.max(latest, wroteIn.get(id) ?? 0), 0);
    return { topId: top.id, heirId, documentIds: members.map(({ id }) => id), wroteAt };
  });
  return branches.filter(({ wroteAt }) => wroteAt > 0);
}

function depths(rows: Edited[]): (id: string) => number {
  const parentOf = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    let depth = 0;
    for (let at = parentOf.get(id); at; at = parentOf.get(at)) depth += 1;
    return depth;
  };
}
