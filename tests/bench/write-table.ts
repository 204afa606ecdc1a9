import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tests/bench/build-arbor.ts';
import { type Goal, goalTexts } from '#tests/bench/goals/goal.ts';

const FILE = join(ROOT, 'docs/performance.md');
const [START, END] = ['<!-- table of npm run bench -->', '<!-- end of the table -->'];

/** Replaces the table of docs/performance.md. `notes` are the lines above it. */
export function writeTable(notes: string[], goals: Goal[]): void {
  const page = readFileSync(FILE, 'utf8');
  const [before, after] = [page.indexOf(START), page.indexOf(END)];
  if (before < 0 || after < 0) throw new Error(`${FILE} has no place for the table`);
  const lines = goals.map((goal) => {
    const { value, limit } = goalTexts(goal);
    return `| ${goal.id} | ${goal.name} | ${value} | ${limit} | ${goal.isMet ? 'yes' : 'no'} |`;
  });
  const table = ['| # | Measure | Found | Goal | Reached |', '| --- | --- | ---: | ---: | --- |', ...lines].join('\n');
  const filled = `${START}\n\n${notes.join('\n\n')}\n\n${table}\n\n`;
  writeFileSync(FILE, page.slice(0, before) + filled + page.slice(after));
}
