import { changeOf, rowsOf } from '#db/query.ts';

export type ProcessEntry = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: number;
  seenAt: number;
  figures: string;
};

/** Writes the row of a process: its first, and again after it was removed. */
export const registerProcess = changeOf<Record<keyof ProcessEntry, string | number>>({
  name: 'registerProcess',
  uses: { sqlite: [], postgres: ['processes(id)'] },
  sql: `INSERT INTO processes (id, host, pid, version, started_at, seen_at, figures)
    VALUES ($id, $host, $pid, $version, $startedAt, $seenAt, $figures)
    ON CONFLICT (id) DO UPDATE SET seen_at = $seenAt, figures = $figures`,
});

/** Reads how often watchers have looked at a process. */
export const findLooks = rowsOf<{ looks: number }, { id: string }>({
  name: 'findLooks',
  uses: ['processes(id)'],
  sql: 'SELECT looks FROM processes WHERE id = $id',
});

export const removeProcess = changeOf<{ id: string }>({
  name: 'removeProcess',
  uses: ['processes(id)'],
  sql: 'DELETE FROM processes WHERE id = $id',
});

/** Removes rows of processes that ended without removing theirs. There are few rows in all. */
export const removeSilentProcesses = changeOf<{ before: number }>({
  name: 'removeSilentProcesses',
  uses: [],
  sql: 'DELETE FROM processes WHERE seen_at < $before',
});

/** Announces a watcher to every process. */
export const announceWatcher = changeOf<Record<string, never>>({
  name: 'announceWatcher',
  uses: [],
  sql: 'UPDATE processes SET looks = looks + 1',
});

export const findProcesses = rowsOf<ProcessEntry, Record<string, never>>({
  name: 'findProcesses',
  uses: [],
  sql: `SELECT id, host, pid, version, started_at AS "startedAt", seen_at AS "seenAt", figures FROM processes
    ORDER BY started_at, id`,
});
