import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '#app/services/search/fold-text.ts';
import { indexWords } from '#app/services/search/index-text.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';
import type { Phrase } from '#app/services/search/tokenize.ts';

/** Mirrors the phrase search of both databases: consecutive tokens, optionally with a prefix at the end. */
function matchesTokens(tokens: string[], phrase: Phrase): boolean {
  return tokens.some((_, at) =>
    phrase.tokens.every((wanted, offset) => {
      const token = tokens[at + offset];
      const mayGoOn = phrase.prefix && offset === phrase.tokens.length - 1;
      return token !== undefined && (mayGoOn ? token.startsWith(wanted) : token === wanted);
    }),
  );
}

function finds(text: string, keyword: string): boolean {
  const { include, exclude } = parseQuery(keyword);
  const tokens = indexWords(text).trim().split(' ');
  return (
    include.length > 0 &&
    include.every((ways) => ways.some((phrase) => matchesTokens(tokens, phrase))) &&
    !exclude.some((phrase) => matchesTokens(tokens, phrase))
  );
}

describe('a query', () => {
  it('finds every part of a Chinese text, of one character or more', () => {
    for (const part of ['测', '试', '例', '测试', '试用', '测试用', '测试用例']) {
      expect(finds('我的测试用例。', part), part).toBe(true);
    }
    expect(finds('我的测试用例。', '试例')).toBe(false);
  });

  it('finds Chinese and other words that touch, as they touch', () => {
    for (const part of ['React组件', 'act组', '组件', '件v2', 'React组', 't组件v']) {
      expect(finds('React组件v2', part), part).toBe(/^(?:React|组|件)/.test(part));
    }
    expect(finds('React 的组件', 'React组件')).toBe(false);
  });

  it('takes every word as perhaps unfinished', () => {
    expect(finds('hello world', 'hello wor')).toBe(true);
    expect(finds('hello world', 'hel world')).toBe(true);
    expect(finds('hello world', 'ello world')).toBe(false);
  });

  it('takes words in quotes exactly and in their order', () => {
    expect(finds('one two three', '"one two"')).toBe(true);
    expect(finds('one two three', '“two three”')).toBe(true);
    expect(finds('one two three', '"two one"')).toBe(false);
    expect(finds('one two three', '"one tw"')).toBe(false);
    expect(finds('one two three', '"one two')).toBe(true);
    expect(finds('中文测试', '"测"')).toBe(true);
  });

  it('takes the quotes and the minus of a Chinese keyboard', () => {
    for (const phrase of ['「北京 长城」', '『北京 长城』', '＂北京 长城＂', '「北京 长城']) {
      expect(finds('北京，长城', phrase), phrase).toBe(true);
      expect(finds('长城在北京', phrase), phrase).toBe(false);
    }
    expect(finds('去北京「长城」', '北京「长城」')).toBe(true);
    expect(finds('北京 长城', '长城 －北京')).toBe(false);
    expect(finds('上海 长城', '长城 －北京')).toBe(true);
    expect(finds('长城在北京', '长城 －「北京 长城」')).toBe(true);
  });

  it('leaves out texts with an excluded word or phrase', () => {
    expect(finds('one two', 'one -two')).toBe(false);
    expect(finds('one two', 'one -tw')).toBe(true);
    expect(finds('one two', 'one -"one two"')).toBe(false);
    expect(finds('测试用例', '测试 -用')).toBe(false);
    expect(finds('well-known', 'well-known')).toBe(true);
  });

  it('finds words of signs in between as a phrase', () => {
    expect(finds('the snake_case name', 'snake_case')).toBe(true);
    expect(finds('case of a snake', 'snake_case')).toBe(false);
  });

  it('of punctuation only, or of exclusions only, includes nothing', () => {
    for (const keyword of ['', '  ', '.,-!', '""', '-', '\0']) expect(parseQuery(keyword).include).toEqual([]);
    expect(parseQuery('-a').include).toEqual([]);
  });

  it('has at most 16 terms, however long it is', () => {
    const { include, exclude } = parseQuery('a -b '.repeat(10_000));
    expect(include.length + exclude.length).toBe(16);
    const [[phrase] = []] = parseQuery(`"a ${'b '.repeat(100_000)}`).include;
    expect(phrase?.tokens.length).toBeLessThanOrEqual(250);
  });

  const character = fc.constantFrom(...'测试用例开发あカ한𠀀', ...'abAB1é', ' ', '，', '-', '_', 'Ｚ', 'e\u0301');
  const mixed = fc.array(character, { minLength: 1, maxLength: 14 });
  const cjk = /^[测试用例开发あカ한𠀀]$/u;
  const wordStart = /^[a-z0-9éＺ]|^e\u0301/iu;

  it('finds what begins a token of the text', () => {
    const settings = { numRuns: 5_000 };
    fc.assert(
      fc.property(mixed, fc.nat(), fc.nat(), (pieces, first, count) => {
        const from = first % pieces.length;
        const part = pieces.slice(from, from + 1 + (count % 6));
        const keyword = part.join('');
        if (/[\s，\-_]/u.test(keyword)) return;
        const before = pieces[from - 1] ?? ' ';
        const startsToken = cjk.test(part[0] ?? '') || !wordStart.test(before);
        if (startsToken) expect(finds(pieces.join(''), keyword)).toBe(true);
      }),
      settings,
    );
    const few = fc.array(fc.constantFrom('测', '试', '用', 'a', 'B', ' '), { minLength: 1, maxLength: 8 });
    let hits = 0;
    fc.assert(
      fc.property(few, few, (text, keyword) => {
        const typed = keyword.slice(0, 3).join('');
        if (typed.includes(' ') || !finds(text.join(''), typed)) return;
        hits++;
        // A blank between scripts separates no more than the change of script; within a Chinese run it separates.
        const folded = foldText(text.join(''));
        const isOneRun = /^[测试用]+$/.test(typed);
        expect(isOneRun ? folded : folded.replaceAll(' ', '')).toContain(foldText(typed));
      }),
      settings,
    );
    expect(hits).toBeGreaterThan(100);
  });
});
