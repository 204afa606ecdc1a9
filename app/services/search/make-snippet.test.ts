import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSnippet, markMatches } from '#app/services/search/make-snippet.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';

const filler = 'lorem ipsum dolor sit amet '.repeat(20);

function plain(html: string): string {
  return html.replace(/<\/?mark>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => {
    return { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[String(name)] ?? '';
  });
}

describe('a marked title', () => {
  it('is escaped and has its matches marked as they are written', () => {
    expect(markMatches('<Café> & CAFE\u0301', parseQuery('café'))).toBe(
      '&lt;<mark>Café</mark>&gt; &amp; <mark>CAFE\u0301</mark>',
    );
    expect(markMatches('Ｒｅａｃｔ组件库', parseQuery('react组件'))).toBe('<mark>Ｒｅａｃｔ组件</mark>库');
  });

  it('has what was typed of a word marked, and touching matches as one', () => {
    expect(markMatches('searching', parseQuery('sear'))).toBe('<mark>sear</mark>ching');
    expect(markMatches('测试用例', parseQuery('测试 用例'))).toBe('<mark>测试用例</mark>');
    expect(markMatches('测试用例', parseQuery('试'))).toBe('测<mark>试</mark>用例');
  });

  it('without a match is only escaped', () => {
    expect(markMatches('a "b"', parseQuery('zzz'))).toBe('a &quot;b&quot;');
  });
});

describe('a snippet', () => {
  it('shows about the wanted length around the match, cut between words', () => {
    const snippet = makeSnippet(`${filler}the needle here ${filler}`, parseQuery('needle'));
    expect(snippet).toContain('the <mark>needle</mark> here');
    expect(snippet).toMatch(/^…(?:lorem|ipsum|dolor|sit|amet) .* (?:lorem|ipsum|dolor|sit|amet)…$/);
    expect(plain(snippet).length).toBeGreaterThan(100);
    expect(plain(snippet).length).toBeLessThan(190);
  });

  it('prefers the place where most of the words stand together', () => {
    const text = `alpha ${filler} beta ${filler} beta and alpha together`;
    expect(makeSnippet(text, parseQuery('alpha beta'))).toContain('<mark>beta</mark> and <mark>alpha</mark> together');
  });

  it('finds a match far into a long text', () => {
    const text = `${'中文字符。'.repeat(250_000)}针尖在此${'中文字符。'.repeat(50_000)}`;
    expect(makeSnippet(text, parseQuery('针尖'))).toContain('<mark>针尖</mark>在此');
  });

  it('is the beginning of the text where only the title matched', () => {
    expect(makeSnippet('Short <text>.', parseQuery('other'))).toBe('Short &lt;text&gt;.');
    expect(makeSnippet(filler, parseQuery('other'))).toMatch(/^lorem ipsum .*…$/);
  });

  it('is one line', () => {
    expect(makeSnippet('a\n\nb\tc', parseQuery('b'))).toBe('a <mark>b</mark> c');
  });

  it('of nothing is nothing', () => {
    expect(makeSnippet('', parseQuery('a'))).toBe('');
  });

  it('holds no markup but its own and only words of the text', () => {
    const piece = fc.constantFrom(
      '<b>',
      '&',
      '"',
      "'",
      '测试',
      '用',
      'word ',
      'é',
      'e\u0301',
      '😀',
      '\n',
      'ﬁ',
      '<mark>',
      'İ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 200 }),
        fc.constantFrom('测试', '用', 'word', 'b mark', 'fi', 'é', 'i'),
        (list, typed) => {
          const text = list.join('');
          const html = makeSnippet(text, parseQuery(typed), 40);
          expect(html.replace(/<mark>[^<]+<\/mark>/g, '')).not.toMatch(/[<>"']/);
          expect(html.isWellFormed()).toBe(true);
          expect(text.replace(/\s+/g, ' ')).toContain(plain(html.replace(/^…|…$/g, '')));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
