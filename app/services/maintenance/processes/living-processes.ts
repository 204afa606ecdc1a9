import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { announceWatcher, findProcesses, type ProcessEntry } from '#db/queries/processes.ts';

/** A process writes its row within two seconds after somebody looked. */
const ANSWERS_WITHIN_MS = 6000;
const LOOK_EVERY_MS = 200;

/** Tests whether a process of this machine exists; null for one of another machine. */
export function isRunning({ host, pid }: Pick<ProcessEntry, 'host' | 'pid'>): boolean | null {
  if (host !== hostname()) return null;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Finds the servers that use the database now, as `host:pid`. A row alone says nothing, as a killed process leaves its
 * own: asks all and waits for an answer, up to six seconds if there are rows and none answers.
 */
export async function findLivingProcesses(): Promise<string[]> {
  const before = (await findProcesses({})).filter((row) => isRunning(row) !== false);
  const seenAt = new Map(before.map((row) => [row.id, Number(row.seenAt)]));
  if (seenAt.size === 0) return [];
  await announceWatcher({});
  for (let waited = 0; waited < ANSWERS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const answered = (await findProcesses({})).filter(({ id, seenAt: at }) => Number(at) !== (seenAt.get(id) ?? 0));
    if (answered.length > 0) return answered.map(({ host, pid }) => `${host}:${pid}`);
  }
  return [];
}
