import type { Actor } from '#app/services/actor.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { execute } from '#db/connection.ts';
import { ASKED } from '#tests/bench/search-quality/made-questions.ts';
import { MADE } from '#tests/bench/search-quality/made-texts.ts';
import { type Question, sampleQuestions } from '#tests/bench/search-quality/sample-questions.ts';
import { buildUser } from '#tests/support/factories.ts';
import type { Sample } from '#tests/support/samples.ts';

const PAGE = 100;
const FIRST = 10;

/** Result of one query: names of documents, best first. */
export type Outcome = {
  question: Question;
  found: string[];
  recall: number;
  /** Null if unlisted documents may match too. */
  precision: number | null;
  /** Null if no particular page is expected first. */
  rank: number | null;
};

type Library = { owner: Actor; nameOf: Map<string, string> };

async function libraryOf(texts: { name: string; title: string; content: string }[]): Promise<Library> {
  const owner = await buildUser();
  const nameOf = new Map<string, string>();
  for (const { name, title, content } of texts) {
    const { id } = await createDocument(owner, { title, content, parentId: null });
    nameOf.set(id, name);
  }
  // Distinct times make the order of equal results deterministic.
  const ids = [...nameOf.keys()];
  for (const [nth, id] of ids.entries())
    await execute('UPDATE documents SET updated_at = updated_at + $nth WHERE id = $id', { nth, id });
  return { owner, nameOf };
}

async function ask({ owner, nameOf }: Library, question: Question): Promise<Outcome> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await searchDocuments(owner, { keyword: question.keyword, page, limit: PAGE });
    found.push(...items.map(({ id }) => nameOf.get(id)!));
    if (items.length === 0 || found.length >= total) break;
  }
  const answers = new Set(question.answers);
  const first = found.slice(0, FIRST);
  const right = (names: string[]) => names.filter((name) => answers.has(name)).length;
  return {
    question,
    found,
    recall: right(found) / answers.size,
    precision: question.isPartial ? null : right(first) / Math.max(first.length, 1),
    rank: question.meant === undefined ? null : found.indexOf(question.meant) + 1,
  };
}

/** Fills the connected database and runs every query. */
export async function measureQuality(samples: Sample[]): Promise<Outcome[]> {
  const real = await libraryOf(samples);
  const made = await libraryOf(MADE.map((text) => ({ ...text, name: text.title })));
  const outcomes: Outcome[] = [];
  for (const question of sampleQuestions(samples)) outcomes.push(await ask(real, question));
  for (const [kind, keyword, ...answers] of ASKED)
    outcomes.push(await ask(made, { kind, keyword, answers, meant: answers[0]! }));
  return outcomes;
}

/**
 * Averages of one kind, NaN without data. `reciprocal` and `inThree` include only queries with an expected first page.
 */
export type Figures = { questions: number; recall: number; precision: number; reciprocal: number; inThree: number };

export function figuresOf(outcomes: Outcome[]): Figures {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ranks = outcomes.map(({ rank }) => rank).filter((rank) => rank !== null);
  return {
    questions: outcomes.length,
    recall: mean(outcomes.map(({ recall }) => recall)),
    precision: mean(outcomes.map(({ precision }) => precision).filter((value) => value !== null)),
    reciprocal: mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0))),
    inThree: mean(ranks.map((rank) => (rank > 0 && rank <= 3 ? 1 : 0))),
  };
}
