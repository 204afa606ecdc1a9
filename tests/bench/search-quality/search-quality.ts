import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { titleOf } from '#app/markdown/title-of.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { ROOT } from '#tests/bench/build-arbor.ts';
import { type Figures, figuresOf, measureQuality, type Outcome } from '#tests/bench/search-quality/measure-quality.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { type Sample, sampleTexts } from '#tests/support/samples.ts';

/** Returns real texts: from `SEARCH_SAMPLES`, else `../shared/samples`, else those of the tests. */
function samples(): Sample[] {
  const folders = [process.env.SEARCH_SAMPLES, join(ROOT, '../shared/samples'), join(ROOT, 'tests/samples')];
  const folder = folders.find((path) => path && existsSync(path));
  return sampleTexts(folder).map(({ name, content }) => ({ name, content, title: titleOf(content, name) }));
}

type Dialect = 'sqlite' | 'postgres';
/** Figures by kind and database, and queries with an imperfect or a different result. */
export type QualityFound = {
  kinds: { kind: string; figures: Record<Dialect, Figures> }[];
  all: Record<Dialect, Figures>;
  sameOrder: number;
  missed: {
    kind: string;
    keyword: string;
    recall: number;
    precision: number | null;
    rank: number | null;
    differs: boolean;
  }[];
};

async function measureOn(databaseUrl: string | undefined, dataDir: string, texts: Sample[]): Promise<Outcome[]> {
  mkdirSync(dataDir, { recursive: true });
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' });
  connect({ dataDir, databaseUrl });
  try {
    await migrate();
    return await measureQuality(texts);
  } finally {
    await disconnect();
  }
}

/** Runs queries with known results on both databases. */
export async function benchSearchQuality(folder: string, step: (text: string) => void): Promise<QualityFound> {
  const texts = samples();
  const dataDir = join(folder, 'quality');
  step(`Asking about ${texts.length} texts on SQLite`);
  const sqlite = await measureOn(undefined, dataDir, texts);
  step('The same on PostgreSQL');
  const cluster = await startPostgres();
  try {
    return compare({ sqlite, postgres: await measureOn(cluster.url, dataDir, texts) });
  } finally {
    await cluster.stop();
  }
}

function compare(outcomes: Record<Dialect, Outcome[]>): QualityFound {
  const both = (pick: (outcome: Outcome) => boolean): Record<Dialect, Figures> => ({
    sqlite: figuresOf(outcomes.sqlite.filter(pick)),
    postgres: figuresOf(outcomes.postgres.filter(pick)),
  });
  const kinds = [...new Set(outcomes.sqlite.map(({ question }) => question.kind))];
  const rows = outcomes.sqlite.map(({ question: { kind, keyword }, recall, precision, rank, found }, nth) => {
    const differs = found.join('\n') !== outcomes.postgres[nth]!.found.join('\n');
    return { kind, keyword, recall, precision, rank, differs };
  });
  return {
    kinds: kinds.map((kind) => ({ kind, figures: both(({ question }) => question.kind === kind) })),
    all: both(() => true),
    sameOrder: rows.filter(({ differs }) => !differs).length,
    missed: rows.filter(
      ({ recall, precision, rank, differs }) =>
        recall < 1 || (precision ?? 1) < 0.9 || (rank !== null && (rank < 1 || rank > 3)) || differs,
    ),
  };
}

export function qualityToText({ kinds, all, sameOrder, missed }: QualityFound): string {
  const cell = ({ recall, precision, reciprocal, inThree }: Figures) =>
    [recall, precision, reciprocal, inThree].map((value) => (Number.isNaN(value) ? '–' : value.toFixed(2))).join(' | ');
  const row = (name: string, { sqlite, postgres }: Record<Dialect, Figures>) =>
    `| ${name} | ${sqlite.questions} | ${cell(sqlite)} | ${cell(postgres)} |`;
  return [
    '| kind | questions | SQLite: recall | precision at 10 | MRR | among 3 | PostgreSQL: recall | precision at 10 | MRR | among 3 |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...kinds.map(({ kind, figures }) => row(kind, figures)),
    row('all', all),
    '',
    `Same hits in the same order: ${sameOrder} of ${all.sqlite.questions}`,
    ...missed.map(
      ({ kind, keyword, recall, precision, rank, differs }) =>
        `- ${kind}: ${keyword} (recall ${recall.toFixed(2)}, precision ${precision?.toFixed(2) ?? '–'}${rank === null ? '' : `, rank ${rank || 'none'}`}${differs ? ', databases differ' : ''})`,
    ),
  ].join('\n');
}
