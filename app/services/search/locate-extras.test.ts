import { describe, expect, it } from 'vitest';
import { camelParts, joinedToken, locateExtras, symbolToken } from '#app/services/search/locate-extras.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';

const extras = (text: string) => locateExtras(text).map((token) => token.text);

describe('tokens beside the words of a text', () => {
  it('are the ends of camelCase names', () => {
    expect(extras('useStateHook')).toEqual(['statehook', 'hook']);
    expect(extras('XMLHttpRequest')).toEqual(['httprequest', 'request']);
    expect(extras('plain words, one Name')).toEqual([]);
  });

  it('are words without hyphens and numbers without separators', () => {
    expect(extras('e-mail')).toEqual(['email']);
    expect(extras('138-0013-8000')).toContain('13800138000');
    expect(extras('1,234,567.89')).toContain('123456789');
    expect(extras('one, two - three')).toEqual([]);
  });

  it('are words with the symbols that belong to them', () => {
    for (const word of ['C++', 'C#', '.env', '--force', '#tag', '@ada', '$HOME', '🚀', '👩‍🚀']) {
      const token = symbolToken(word);
      expect(token, word).not.toBeNull();
      expect(extras(`a ${word}, b`), word).toContain(token);
    }
    expect(new Set(['C', 'C++', 'C#', '#c', '.c', '--c'].map((word) => symbolToken(word))).size).toBe(6);
    for (const word of ['word', 'a-b', '# title', '- item', '3.14', 'a.', 'x+y'])
      expect(symbolToken(word), word).toBeNull();
  });

  it('hold letters, digits and private-use characters only, 64 at most', () => {
    const text = `${'aB'.repeat(60)} ${'a-'.repeat(80)}b --${'x'.repeat(90)} 🇳🇿 👩🏽‍🚀 ${'1.'.repeat(80)}2`;
    for (const token of extras(text)) expect(token).toMatch(/^[\p{L}\p{M}\p{N}\ue000-\uf8ff]{1,64}$/u);
  });

  it('take linear time for hostile text', () => {
    const text = [
      'aB'.repeat(50_000),
      'a-'.repeat(50_000),
      '-'.repeat(100_000),
      '1 '.repeat(50_000),
      '#'.repeat(100_000),
    ];
    text.push('a'.repeat(1_500_000), '1'.repeat(1_500_000), '字'.repeat(500_000));
    for (const one of text) expect(extras(one).length).toBeLessThan(200_000);
  });
});

describe('words of a query', () => {
  it('are split and joined like those of a text', () => {
    expect(joinedToken('co-ordinator')).toBe('coordinator');
    expect(joinedToken('word')).toBeNull();
    expect(camelParts('getHTTPLedger')).toEqual(['get', 'http', 'ledger']);
  });

  it('with symbols are that word alone, and never exclude', () => {
    const { include, exclude } = parseQuery('--force C++ (C#) -drop');
    expect(include.map(([{ tokens }]) => tokens)).toEqual([
      [symbolToken('--force')],
      [symbolToken('C++')],
      [symbolToken('C#')],
    ]);
    expect(exclude).toEqual([{ tokens: ['drop'], prefix: false }]);
  });
});
