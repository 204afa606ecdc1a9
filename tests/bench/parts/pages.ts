import type { Bench, Database, Outcome } from '#tests/bench/bench.ts';
import { type PagesFound, pagesGoalsOf } from '#tests/bench/goals/pages.ts';
import type { Target } from '#tests/bench/measure.ts';
import { type Key, operations } from '#tests/bench/operations.ts';
import { median } from '#tests/bench/percentile.ts';
import { firstViewAfterEdit } from '#tests/bench/public-link.ts';
import { ofDatabase, pagesToJson, pagesToText } from '#tests/bench/report.ts';
import { type Measured, measureInRounds } from '#tests/bench/rounds.ts';
import { bareInserts } from '#tests/bench/small-baselines.ts';
import { documentText } from '#tests/bench/texts.ts';

const GROWTH_ONLY = new Set<Key>(['search-frequent', 'home', 'history']);

/** Measures the most frequent operations beside the baselines; `only` limits them. */
export async function benchPages(
  bench: Bench,
  database: Database,
  documents: number,
  only: Set<string>,
): Promise<Outcome> {
  const baselines = await bench.baselines();
  const { where, signedIn, levels, linkedId, publicPath } = await bench.site(database, documents);
  const server = await bench.start(where);
  const all = operations(server.origin, signedIn, levels, publicPath);
  const wanted = all.filter(({ key }) => (only.size === 0 ? !GROWTH_ONLY.has(key) : only.has(key)));
  const targets = new Map<Key | 'string' | 'router', Target>();
  for (const name of ['string', 'router'] as const) {
    targets.set(name, { origin: baselines[name].origin, headers: {}, calls: [{ path: '/' }] });
  }
  for (const { key, target } of wanted) targets.set(key, target);
  bench.step(`Measuring operations, ${database}`);
  const insert: Measured = { one: [], many: [] };
  const firstViews: number[] = [];
  const measured = await measureInRounds(targets, async () => {
    insert.one.push(await bareInserts(bench.folder, documentText(1)));
    firstViews.push(await firstViewAfterEdit(server.origin, signedIn, linkedId, publicPath));
  });
  await server.stop();
  // There is a single writer connection, so both columns have the same figure.
  insert.many = insert.one;
  const found: PagesFound = { measured, insert, firstViewMs: median(firstViews) };
  const names = new Map(wanted.map(({ key, name }) => [key, name]));
  const goals = ofDatabase(pagesGoalsOf(found), database);
  return { goals, text: pagesToText(found, names), figures: pagesToJson(found, names) };
}
