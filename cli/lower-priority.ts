import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';

/**
 * Gives this process a low priority, so that servers on the same machine come first. For commands that read much while
 * servers run. At the lowest priority they took twice as long beside programs that took all processors. Linux sets the
 * priority of each thread, and those of the database already exist.
 */
export function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // A thread that has ended meanwhile, or a system that refuses: the command is right at any priority.
      const { info } = error as { info?: { code?: string } };
      if (!['ESRCH', 'EACCES', 'EPERM'].includes(info?.code ?? '')) throw error;
    }
  }
}
