import { constants } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work`, and `cleanUp` once: at its end, after a failure, or at a signal, which then ends the process with the exit
 * code of a shell.
 */
export async function withCleanUp(work: () => Promise<void>, cleanUp: () => Promise<void>): Promise<void> {
  let cleaning: Promise<void> | undefined;
  const clean = () => (cleaning ??= cleanUp());
  for (const signal of SIGNALS)
    process.on(signal, () => {
      void clean().finally(() => process.exit(128 + constants.signals[signal]));
    });
  try {
    await work();
  } finally {
    await clean();
    // A signal that also ended a command, such as a build, is told only now.
    await nextTurn();
  }
}
