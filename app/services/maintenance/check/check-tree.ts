import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';

type Row = { id: string; parentId: string | null; ownerId: string; position: number; archivedAt: number | null };

const STEP = 1024;

/**
 * Checks for cycles, missing parents, duplicate sibling positions, live documents below archived ones, and wrong
 * totals.
 */
export async function* checkTree(repair: boolean): AsyncGenerator<Finding> {
  const rows = await select<Row>(
    `SELECT id, parent_id AS "parentId", owner_id AS "ownerId", position, archived_at AS "archivedAt" FROM documents
     ORDER BY position, id`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    if (row.parentId === null) continue;
    if (!parent || isBelowItself(row, byId)) yield await uproot(row, parent ? 'cycle' : 'noParent', repair);
    else if (parent.ownerId !== row.ownerId) yield finding('tree', 'owner', row.id, { detail: parent.id });
    else if (parent.archivedAt !== null && row.archivedAt === null) yield await archiveToo(row, repair);
  }
  yield* checkPositions(rows, repair);
  yield* checkCounts(repair);
}

/** Breaks a cycle at the smallest id; the others then become its descendants. */
function isBelowItself(row: Row, byId: Map<string, Row>): boolean {
  const seen = new Set<string>();
  let smallest = row.id;
  for (let at: Row | undefined = row; at?.parentId; at = byId.get(at.parentId)) {
    if (seen.has(at.id)) return at.id === row.id && smallest === row.id;
    seen.add(at.id);
    if (at.id < smallest) smallest = at.id;
  }
  return false;
}

async function uproot(row: Row, problem: 'cycle' | 'noParent', repair: boolean): Promise<Finding> {
  if (repair) {
    await inTransaction(async () => {
      await lockTree(row.ownerId);
      row.position = await lastPosition({ parentId: null, ownerId: row.ownerId });
      await execute('UPDATE documents SET parent_id = NULL, position = $position WHERE id = $id', {
        id: row.id,
        position: row.position,
      });
    });
    row.parentId = null;
  }
  return finding('tree', problem, row.id, { repaired: repair });
}

async function archiveToo(row: Row, repair: boolean): Promise<Finding> {
  const copied = (column: string) =>
    `${column} = (SELECT above.${column} FROM documents AS above WHERE above.id = documents.parent_id)`;
  if (repair) {
    await execute(`UPDATE documents SET ${copied('archived_at')}, ${copied('archive_root_id')} WHERE id = $id`, {
      id: row.id,
    });
    // Its descendants are checked later in this run, or in the next one.
    row.archivedAt = 0;
  }
  return finding('tree', 'archive', row.id, { repaired: repair });
}

async function* checkPositions(rows: Row[], repair: boolean): AsyncGenerator<Finding> {
  // Documents being removed have no order.
  const placed = rows.filter(({ ownerId }) => ownerId !== DELETED_USER_ID);
  const lists = Map.groupBy(placed, ({ parentId, ownerId }) => parentId ?? `root of ${ownerId}`);
  for (const list of lists.values()) {
    // A repair may have appended a sibling.
    const siblings = list.toSorted((a, b) => a.position - b.position);
    const wrong = siblings.find(
      ({ position }, at) => !Number.isFinite(position) || (at > 0 && siblings[at - 1]!.position >= position),
    );
    if (!wrong) continue;
    if (repair) {
      await inTransaction(async () => {
        await lockTree(wrong.ownerId);
        for (const [at, { id }] of siblings.entries())
          await execute('UPDATE documents SET position = $position WHERE id = $id', { id, position: (at + 1) * STEP });
      });
    }
    yield finding('tree', 'position', wrong.id, { repaired: repair });
  }
}

const COUNTED = `SELECT owner_id, SUM(CASE WHEN archived_at IS NULL THEN 1 ELSE 0 END) AS present,
  SUM(CASE WHEN archived_at IS NULL THEN 0 ELSE 1 END) AS archived FROM documents GROUP BY owner_id`;

/** Checks the totals maintained by triggers. */
async function* checkCounts(repair: boolean): AsyncGenerator<Finding> {
  const wrong = await select<{ ownerId: string }>(
    `SELECT users.id AS "ownerId" FROM users LEFT JOIN document_counts AS kept ON kept.owner_id = users.id
     LEFT JOIN (${COUNTED}) AS counted ON counted.owner_id = users.id
     WHERE COALESCE(kept.present, 0) <> COALESCE(counted.present, 0)
       OR COALESCE(kept.archived, 0) <> COALESCE(counted.archived, 0) ORDER BY users.id`,
  );
  for (const { ownerId } of wrong) {
    if (repair) {
      await inTransaction(async () => {
        await lockTree(ownerId);
        await execute('DELETE FROM document_counts WHERE owner_id = $ownerId', { ownerId });
        await execute(
          `INSERT INTO document_counts (owner_id, present, archived)
           SELECT owner_id, present, archived FROM (${COUNTED}) AS counted WHERE owner_id = $ownerId`,
          { ownerId },
        );
      });
    }
    yield finding('tree', 'count', ownerId, { repaired: repair });
  }
}
