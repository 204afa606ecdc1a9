import { setTimeout as wait } from 'node:timers/promises';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { type Overview, ProcessWatch } from '#app/services/maintenance/processes/process-watch.ts';
import { faultText } from '#cli/exit.ts';
import { isPipeClosed } from '#cli/output/closed-pipe.ts';
import { printable } from '#cli/output/printable.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { processLines, totalLines } from '#cli/screens/top-lines.ts';
import { terminal, withServices } from '#cli/with-services.ts';

const LOOK_EVERY_MS = 2000;
/** Interval until rates are known: a process reports them with its second heartbeat, 4 s after the first look. */
const FIRST_LOOKS_EVERY_MS = 500;
const PLAIN_COLUMNS = 120;

/** Shows a live screen on a terminal, lines elsewhere; with a format or `--once` one look. */
export async function topCommand({ once = false, format }: { once?: boolean; format?: Format }): Promise<void> {
  const { t } = terminal();
  await withServices(async () => {
    const watch = new ProcessWatch(OPERATOR);
    if (format) return printOnce(await lookOnce(watch), format);
    const isSeen = process.stdout.isTTY && process.stdin.isTTY && process.env.TERM !== 'dumb';
    if (isSeen && !once) {
      const { showTop } = await import('#cli/screens/show-top.tsx');
      const faultOf = (error: unknown) => faultText(error, t);
      return showTop({ t, look: () => watch.look(), faultOf, refreshEvery: LOOK_EVERY_MS });
    }
    const columns = process.stdout.isTTY ? process.stdout.columns : PLAIN_COLUMNS;
    if (once) return printLines(await lookOnce(watch), columns);
    const leaving = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
    for (let view = await lookOnce(watch); !leaving.signal.aborted && !isPipeClosed(); view = await watch.look()) {
      printLines(view, columns);
      await wait(LOOK_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  });
}

/** Polls until the rates of every process are known, or it is away. */
async function lookOnce(watch: ProcessWatch): Promise<Overview> {
  for (;;) {
    const view = await watch.look();
    if (view.isComplete) return view;
    await wait(FIRST_LOOKS_EVERY_MS);
  }
}

function printOnce({ processes, mailsWaiting }: Overview, format: Format): void {
  const rows = processes.map(({ name, jobs, ...figures }) => ({
    name,
    ...figures,
    jobs: jobs.join(' '),
    mailsWaiting,
  }));
  printRows(rows, format);
}

function printLines(view: Overview, columns: number): void {
  const { t } = terminal();
  const lines = [
    new Date().toISOString(),
    ...totalLines(view, columns, t),
    ...processLines(view, columns, t).map(({ text }) => text),
  ];
  process.stdout.write(`${lines.map((line) => printable(line).trimEnd()).join('\n')}\n\n`);
}
