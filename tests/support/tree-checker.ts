import { expect } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

type Row = { id: string; parentId: string | null; position: number; archivedAt: number | null };

const ROWS = `SELECT id, parent_id AS "parentId", position, archived_at AS "archivedAt" FROM documents
  WHERE owner_id = $me ORDER BY position, id`;

/** Checks a person's tree: no cycles, no equal positions of siblings, no live documents below archived ones. */
export async function expectSoundTree({ id: me }: Actor): Promise<void> {
  const rows = await select<Row>(ROWS, { me });
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    let steps = 0;
    for (let at: Row | undefined = row; at?.parentId; at = byId.get(at.parentId)) {
      steps += 1;
      if (steps > rows.length) expect.fail(`${row.id} is below itself`);
    }
    const parent = row.parentId === null ? null : byId.get(row.parentId);
    expect(parent).not.toBeUndefined();
    if (parent?.archivedAt != null) expect(row.archivedAt).not.toBeNull();
    expect(Number.isFinite(row.position)).toBe(true);
  }
  for (const siblings of Map.groupBy(rows, ({ parentId }) => parentId).values()) {
    const positions = siblings.map(({ position }) => position);
    expect(new Set(positions).size).toBe(positions.length);
  }
}
