import { SearchQuery } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { MatchCount, MOST_MATCHES } from '#app/features/editor/browser/find/count-matches.ts';

type Match = { from: number; to: number };

const counted = (query: SearchQuery, state: EditorState) =>
  new Promise<Match[]>((resolve) => {
    const count = new MatchCount();
    count.start(query, state, () => resolve(count.matches));
  });
const startsOf = (matches: Match[]) => matches.map(({ from }) => from);

/** Searches the whole text at once. */
function searched(query: SearchQuery, state: EditorState): number[] {
  const cursor = query.getCursor(state);
  const starts: number[] = [];
  for (let next = cursor.next(); !next.done; next = cursor.next()) starts.push(next.value.from);
  return starts;
}

const filler = 'Leaves of grass. '.repeat(20);
const LINES = Array.from({ length: 600 }, (_, at) => `${filler}${at % 7 === 0 ? 'Turnip' : ''} ${at}`).join('\n');
const ONE_LINE = LINES.replaceAll('\n', ' ');

test.each([
  { search: 'turnip', literal: true },
  { search: 'TURNIP', literal: true, caseSensitive: true },
  { search: 'turnip', literal: true, wholeWord: true },
  { search: '^leaves', regexp: true },
  { search: '\\d$', regexp: true },
  { search: 'turnip \\d+\\nleaves', regexp: true },
  { search: '$', regexp: true },
])('counts each match of %o once, in lines and in a single line', async (options) => {
  const query = new SearchQuery(options);
  for (const doc of [LINES, ONE_LINE]) {
    const state = EditorState.create({ doc });
    expect(startsOf(await counted(query, state))).toEqual(searched(query, state));
  }
});

test('counts a match at each place where a stride may end', async () => {
  const query = new SearchQuery({ search: 'ab', literal: true });
  for (const before of ['', 'x']) {
    const state = EditorState.create({ doc: before + 'ab'.repeat(900).padEnd(31_990, '-') + 'ab'.repeat(20) });
    expect(await counted(query, state)).toHaveLength(920);
  }
});

test('stops after one match more than it tells', async () => {
  const state = EditorState.create({ doc: 'ab '.repeat(500_000) });
  expect(await counted(new SearchQuery({ search: 'ab' }), state)).toHaveLength(MOST_MATCHES + 1);
});

test('leaves pauses for other work while it counts in 1.5 MB', async () => {
  const state = EditorState.create({ doc: `${filler}\n`.repeat(4500) });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await counted(new SearchQuery({ search: 'turnip' }), state)).toEqual([]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
