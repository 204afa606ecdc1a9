import type { ImportPlan } from '#app/services/transfer/import/plan-import.ts';
import { execute, inTransaction } from '#db/connection.ts';

/** Documents per statement. */
const BATCH = 200;

/** Archives the documents of an import that were archived at their source, grouped as there. */
export async function archiveImported(importId: string, { documents, idOfPath }: ImportPlan): Promise<void> {
  const archived = documents.flatMap(({ id, archived: state }) =>
    state ? [{ id, at: state.at, rootId: idOfPath.get(state.with) ?? id }] : [],
  );
  const groups = Map.groupBy(archived, ({ at, rootId }) => `${at} ${rootId}`);
  for (const group of groups.values()) {
    const { at, rootId } = group[0]!;
    for (let from = 0; from < group.length; from += BATCH) {
      const ids = group.slice(from, from + BATCH).map(({ id }) => id);
      const names = ids.map((_, nth) => `$id${nth}`).join(', ');
      const bind = Object.fromEntries(ids.map((id, nth) => [`id${nth}`, id]));
      await inTransaction(() =>
        execute(
          `UPDATE documents SET archived_at = $at, archive_root_id = $rootId
           WHERE import_id = $importId AND archived_at IS NULL AND id IN (${names})`,
          { ...bind, importId, at, rootId },
        ),
      );
    }
  }
}
