import type { Sample } from '#tests/support/samples.ts';

/**
 * A query with the names of every matching document. `meant` is the page expected first. With `isPartial`, other
 * documents may match too, so precision is not measured.
 */
export type Question = { kind: string; keyword: string; answers: string[]; meant?: string; isPartial?: boolean };

const PAIRS = 40;
const RUNS = 20;
const WORDS = 20;
const TITLES = 30;
const PHRASES = 12;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Selects `count` items at equal distances, the same ones in every run. */
function spread<Item>(items: Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, nth) => nth % step === 0).slice(0, count);
}

/** Generates queries from real texts. Expected results are found by comparing characters, without the search index. */
export function sampleQuestions(samples: Sample[]): Question[] {
  const texts = samples.map(({ name, title, content }) => ({
    name,
    title,
    content,
    text: folded(`${title}\n${content}`),
  }));
  const answersTo = (fits: (text: string) => boolean) => texts.filter(({ text }) => fits(text)).map(({ name }) => name);
  const holding = (kind: string) => (keyword: string) => ({
    kind,
    keyword,
    answers: answersTo((text) => text.includes(folded(keyword))),
  });
  const han = [...new Set(texts.flatMap(({ text }) => text.match(/\p{Script=Han}{6,}/gu) ?? []))].sort();
  const cut = (length: number) => (run: string) => [...run].slice(1, 1 + length).join('');
  const distinct = (words: string[]) => [...new Set(words)];
  const english = distinct(
    texts.flatMap(({ text }) => text.match(/(?<![\p{L}\p{N}_])[a-z]{6,12}(?![\p{L}\p{N}_])/gu) ?? []),
  ).sort();
  const beginning = (word: string) => new RegExp(`(?<![a-z])${word}`, 'u');
  const parts = ['State', 'Effect', 'Memo', 'Context', 'Reducer', 'Ref', 'Callback', 'Provider'];
  const titles = texts.filter(({ title }) => texts.filter((other) => other.title === title).length === 1);
  const sentences = texts.flatMap(({ content }) => content.match(/^[A-Za-z][a-z ]{30,80}(?=[ .])/gm) ?? []);
  return [
    ...spread(distinct(han.map(cut(2))), PAIRS).map(holding('Chinese pairs')),
    ...['每个', '节点', '组件', '状态', '渲染'].map(holding('Chinese pairs')),
    ...spread(distinct(han.map(cut(4))), RUNS).map(holding('Chinese runs')),
    ...spread(english, WORDS).map((keyword) => ({
      kind: 'English words',
      keyword,
      answers: answersTo((text) => beginning(keyword.replace(/(?:s|ed|ing)$/, '')).test(text)),
    })),
    ...parts.map((keyword) => ({
      kind: 'parts in real code',
      keyword,
      answers: texts
        .filter(({ title, content }) =>
          new RegExp(`${keyword}|(?<![a-z])${keyword.toLowerCase()}`).test(`${title}\n${content}`),
        )
        .map(({ name }) => name),
    })),
    ...spread(titles, TITLES).map(({ name, title }) => ({
      kind: 'titles',
      keyword: title,
      answers: [name],
      meant: name,
      isPartial: true,
    })),
    ...spread(distinct(sentences), PHRASES)
      .map((sentence) => holding('phrases in real texts')(`${sentence.split(' ').slice(1, 5).join(' ')}`))
      .map(({ keyword, ...rest }) => ({ ...rest, keyword: `"${keyword}"` })),
  ];
}
