import { styleText } from 'node:util';
import type { Diagnosis, State } from '#app/services/maintenance/doctor/diagnosis.ts';
import { examineAll } from '#app/services/maintenance/doctor/examine-all.ts';
import { CheckFailed } from '#cli/exit.ts';
import { printableLines } from '#cli/output/printable.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { asWideAs } from '#cli/output/wrap-text.ts';
import { NoInstallation, terminal, withServices } from '#cli/with-services.ts';

const INDENT = '  ';
const MARKS = { ok: ['✓', 'green'], advice: ['!', 'yellow'], broken: ['✗', 'red'] } as const satisfies Record<
  State,
  [string, string]
>;

export async function doctorCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  // The checks below report every other fault of environment and database.
  await withServices(async () => undefined, 'existing').catch((error) => {
    if (error instanceof NoInstallation) throw error;
  });
  const found: Diagnosis[] = [];
  const textOf = ({ word, values }: Diagnosis) => {
    const key = word === 'installationForeign' ? `cli.installation.${values.reason}` : `cli.doctor.${word}`;
    return t(key as 'cli.doctor.schemaOk', values);
  };
  for await (const each of examineAll(__ARBOR_VERSION__)) {
    found.push(each);
    if (format !== 'table') continue;
    const [mark, colour] = MARKS[each.state];
    const { isTTY, columns } = process.stdout;
    const text = asWideAs({ isTTY, columns: columns - INDENT.length }, printableLines(textOf(each)));
    process.stdout.write(
      `${styleText(colour, mark, { stream: process.stdout })} ${text.replaceAll('\n', `\n${INDENT}`)}\n`,
    );
  }
  if (format !== 'table')
    printRows(
      found.map((each) => ({ check: each.check, state: each.state, detail: textOf(each) })),
      format,
    );
  const broken = found.filter(({ state }) => state === 'broken').length;
  say(t(broken === 0 ? 'cli.doctor.well' : 'cli.doctor.ill', { count: broken }));
  if (broken > 0) throw new CheckFailed();
}
