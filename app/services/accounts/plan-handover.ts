import { select } from '#db/connection.ts';

/** A branch of an account to be purged, and the person who receives it. */
export type Handover = { topId: string; heirId: string; documentIds: string[] };

/** Documents of the owner that a person may edit, with the time of that person's last edit. */
const EDITED = `WITH RECURSIVE granted(id, permission) AS (
    SELECT shares.document_id, shares.permission FROM shares JOIN documents ON documents.id = shares.document_id
    WHERE shares.user_id = $person AND documents.owner_id = $owner
    UNION ALL
    SELECT documents.id, granted.permission FROM granted JOIN documents ON documents.parent_id = granted.id
    WHERE NOT EXISTS (SELECT 1 FROM shares WHERE shares.document_id = documents.id AND shares.user_id = $person)
  )
  SELECT documents.id, documents.parent_id AS "parentId", (
    SELECT MAX(revisions.created_at) FROM revisions
    WHERE revisions.document_id = documents.id AND (revisions.author_id = $person OR EXISTS (
      SELECT 1 FROM revision_writers
      WHERE revision_writers.revision_id = revisions.id AND revision_writers.user_id = $person))
  ) AS "wroteAt"
  FROM granted JOIN documents ON documents.id = granted.id
  WHERE granted.permission = 'EDIT' AND documents.archived_at IS NULL`;
const EDITORS = `SELECT DISTINCT users.id FROM shares JOIN documents ON documents.id = shares.document_id
  JOIN users ON users.id = shares.user_id
  WHERE documents.owner_id = $owner AND shares.permission = 'EDIT' AND users.status = 'ACTIVE' AND users.id <> $owner
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = users.id AND blocks.blocked_id = $owner)
  ORDER BY users.id`;
const TREE = 'SELECT id, parent_id AS "parentId" FROM documents WHERE owner_id = $owner AND archived_at IS NULL';

type Edited = { id: string; parentId: string | null; wroteAt: number | null };
type Branch = Handover & { wroteAt: number };

/**
 * Selects the branches of an account that are transferred to active editors instead of being purged. A branch in which
 * someone with EDIT has written is transferred to the last of these writers, except parts that this person may not
 * edit. Branches further up take precedence.
 */
export async function planHandover(owner: string): Promise<Handover[]> {
  const editors = await select<{ id: string }>(EDITORS, { owner });
  if (editors.length === 0) return [];
  const branches: Branch[] = [];
  for (const { id } of editors) {
    branches.push(...branchesOf(id, await select<Edited>(EDITED, { owner, person: id })));
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
function branchesOf(heirId: string, rows: Edited[]): Branch[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const known = new Set(rows.map(({ id }) => id));
  const tops = rows.filter(({ parentId }) => parentId === null || !known.has(parentId));
  const branches = tops.map((top) => {
    const members = [top];
    for (const { id } of members) members.push(...(childrenOf.get(id) ?? []));
    const wroteAt = members.reduce((latest, member) => Math.max(latest, Number(member.wroteAt ?? 0)), 0);
    return { topId: top.id, heirId, documentIds: members.map(({ id }) => id), wroteAt };
  });
  return branches.filter(({ wroteAt }) => wroteAt > 0);
}

function depths(rows: Pick<Edited, 'id' | 'parentId'>[]): (id: string) => number {
  const parentOf = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    let depth = 0;
    for (let at = parentOf.get(id); at; at = parentOf.get(at)) depth += 1;
    return depth;
  };
}
