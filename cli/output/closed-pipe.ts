import type { TFunction } from 'i18next';
import { EXIT, systemMessage } from '#cli/exit.ts';

let isClosed = false;

/** Returns true once the reader of stdout has left, as in `| head`. */
export const isPipeClosed = (): boolean => isClosed;

/**
 * Drops the output for a reader that has left, so that the command ends with the exit code of its result. Any other
 * fault of stdout, such as a full disk, ends the process with one line.
 */
export function watchOutput(t: TFunction): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const { code = '', message } = error;
    if (code !== 'EPIPE') {
      process.stderr.write(`${t('cli.faults.output', { reason: systemMessage(code) ?? message })}\n`);
      process.exit(EXIT.failed);
    }
    isClosed = true;
    process.stdout.write = () => true;
  });
  // Nobody reads messages any more.
  process.stderr.on('error', () => undefined);
}
