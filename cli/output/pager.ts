import { spawnSync } from 'node:child_process';

const NOT_FOUND = 127;

/**
 * Prints text on stdout. What does not fit on the terminal goes through the pager: the program of `PAGER`, else `less`;
 * an empty `PAGER` switches it off.
 */
export function printPaged(text: string): void {
  const { isTTY, rows } = process.stdout;
  const pager = (process.env.PAGER ?? 'less').trim();
  const fits = !isTTY || !process.stdin.isTTY || !rows || text.split('\n').length <= rows;
  if (fits || pager === '' || !runPager(pager, text)) process.stdout.write(text);
}

/** Waits until the pager ends. Returns false if there is no such program. */
function runPager(pager: string, text: string): boolean {
  // Ctrl+C is for the pager, which shares the terminal.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  try {
    // The flags of git: end at once if all fits, keep colours, leave the text on the screen. Without LESSCHARSET a
    // locale that is not installed makes less print the code of each letter that is not ASCII.
    const env = { LESS: 'FRX', LESSCHARSET: 'utf-8', ...process.env };
    const { status, error } = spawnSync(pager, {
      shell: true,
      input: text,
      stdio: ['pipe', 'inherit', 'inherit'],
      env,
    });
    return status !== NOT_FOUND && (error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE');
  } finally {
    process.off('SIGINT', ignore);
  }
}
