import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { mergeTexts } from '#app/services/documents/merge-texts.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';
import { splitWords } from '#app/services/documents/split-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'arbor-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Merges three texts with git, one word per line. Returns null for a conflict. */
function mergeByGit(base: string, theirs: string, yours: string): string | null {
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(
      path,
      splitWords(text)
        .map((word) => `${JSON.stringify(word)}\n`)
        .join(''),
    );
    return path;
  };
  const paths = [file('theirs', theirs), file('base', base), file('yours', yours)];
  try {
    const merged = execFileSync('git', ['merge-file', '-p', ...paths], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return merged
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string)
      .join('');
  } catch (error) {
    const { status } = error as { status?: number };
    // Git exits with the number of conflicts, at most 127.
    if (!status || status > 127) throw error;
    return null;
  }
}

describe('two changes of one paragraph', () => {
  const base = 'The north bed gets compost in spring and straw in autumn.';

  it('at its opposite ends are merged', () => {
    expect(mergeTexts(base, base.replace('north', 'south'), base.replace('autumn', 'winter'))).toBe(
      'The south bed gets compost in spring and straw in winter.',
    );
    expect(
      mergeTexts(
        '北侧苗床春天施堆肥，秋天盖稻草。',
        '南侧苗床春天施堆肥，秋天盖稻草。',
        '北侧苗床春天施堆肥，冬天盖稻草。',
      ),
    ).toBe('南侧苗床春天施堆肥，冬天盖稻草。');
  });

  it('of the same words, or of words the other deleted, are a conflict', () => {
    expect(mergeTexts(base, base.replace('compost', 'manure'), base.replace('compost', 'lime'))).toBeNull();
    expect(mergeTexts(base, '', base.replace('compost', 'lime'))).toBeNull();
    expect(mergeTexts(base, 'Something else altogether.', base.replace('compost', 'lime'))).toBeNull();
  });

  const WORDS = 'alder birch cedar daphne elder fir ginkgo hazel ivy juniper'.split(' ');
  const edit = fc.array(fc.tuple(fc.nat(WORDS.length - 1), fc.constantFrom('change', 'delete', 'insert'), fc.nat(99)), {
    maxLength: 3,
  });
  const apply = (edits: [number, string, number][], side: string) => {
    const words: string[] = [...WORDS];
    for (const [at, kind, n] of edits) {
      if (kind === 'change') words[at] = `${side}${n}`;
      if (kind === 'delete') words[at] = '';
      if (kind === 'insert') words[at] += ` ${side}${n}`;
    }
    return words.filter(Boolean).join(' ');
  };

  const countsOf = (text: string) => {
    const counts: Record<string, number> = {};
    for (const word of text.split(' ').sort()) counts[word] = (counts[word] ?? 0) + 1;
    return counts;
  };
  /** Expects a change of one side to count, and the same change of both sides to count once. */
  const expectedCounts = (base: string, theirs: string, yours: string) => {
    const [old, first, second] = [countsOf(base), countsOf(theirs), countsOf(yours)];
    const count = (word: string) => {
      const [before, one, other] = [old[word] ?? 0, first[word] ?? 0, second[word] ?? 0];
      return one === other ? one : one + other - before;
    };
    const words = [...new Set(Object.keys({ ...old, ...first, ...second }))].sort();
    return Object.fromEntries(words.map((word) => [word, count(word)]).filter(([, times]) => times !== 0));
  };

  it('are never merged otherwise than git merges them, word by word', () => {
    fc.assert(
      fc.property(edit, edit, (theirs, yours) => {
        const texts = [WORDS.join(' '), apply(theirs, 't'), apply(yours, 'y')] as const;
        const merged = mergeWords(...texts);
        if (merged === null) return;
        const byGit = mergeByGit(...texts);
        // Git may align the blanks between words differently and see a conflict. Then compare the counts of words.
        if (byGit !== null) expect(merged).toBe(byGit);
        else expect(countsOf(merged)).toEqual(expectedCounts(...texts));
      }),
      { numRuns: 150 },
    );
  });
});
