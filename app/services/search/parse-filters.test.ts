import { describe, expect, it } from 'vitest';
import { dayOf, parseFilters } from '#app/services/search/parse-filters.ts';

describe('filters in a keyword', () => {
  it('are taken out of its words', () => {
    const { words, filters } = parseFilters(
      'pears in:"Team plan" by:ada after:2026-01-02 before:2026-02-03 is:starred -nuts',
    );
    expect(words.split(/\s+/)).toEqual(['pears', '-nuts']);
    expect(filters).toEqual({
      inside: ['Team plan'],
      by: ['ada'],
      after: ['2026-01-02'],
      before: ['2026-02-03'],
      starred: true,
      title: [],
    });
    expect(parseFilters('title:花园 计划')).toMatchObject({ words: '计划', filters: { title: ['花园'] } });
  });

  it('may be typed with the punctuation of a Chinese keyboard', () => {
    const { words, filters, unclear } = parseFilters(
      '灯笼 title：春节 in：「北京 长城」 by：＂ada＂ after：２０２６-01-02 is：绿',
    );
    expect([words.trim(), unclear]).toEqual(['灯笼', ['is：绿']]);
    expect(filters).toMatchObject({ title: ['春节'], inside: ['北京 长城'], by: ['ada'], after: ['2026-01-02'] });
    expect(parseFilters('title:『北京 长城』').filters.title).toEqual(['北京 长城']);
  });

  it('without a value stay words', () => {
    for (const keyword of ['in:', 'in：', 'by: ada', 'title：「」', 'begin:x', 'http://in:y'])
      expect(parseFilters(keyword), keyword).toMatchObject({ words: keyword, filters: { by: [], starred: false } });
  });

  it('with a value that means nothing are named and are no words', () => {
    const { words, filters, unclear } = parseFilters('fox is:green before:tomorrow AFTER:2026-13-45 after:昨天 狐狸');
    expect([words.split(/\s+/), unclear]).toEqual([
      ['fox', '狐狸'],
      ['is:green', 'before:tomorrow', 'AFTER:2026-13-45', 'after:昨天'],
    ]);
    expect(filters).toMatchObject({ after: [], before: [], starred: false });
  });

  it('have days that exist', () => {
    expect(dayOf('2026-01-02')).toBe(Date.UTC(2026, 0, 2));
    expect(dayOf('2026-1-2')).toBeNull();
  });
});
