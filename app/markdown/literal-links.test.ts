import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { literalLinksIn } from '#app/markdown/literal-links.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';

const wholeGfm = unified().use(remarkParse).use(remarkGfm).freeze();

function linksIn(tree: Root): string[] {
  const links: string[] = [];
  const collect = (node: Nodes): void => {
    if (node.type === 'link') links.push(node.url);
    if ('children' in node) for (const child of node.children) collect(child);
  };
  collect(tree);
  return links;
}

const texts = [
  'see https://example.com/a_b_c?d=*e*&f=(g). And www.example.com/h!',
  'mail a.b-c@example.com, d_e@example.com. Not @example nor f@g',
  '[a](https://example.com) <https://example.com/b> and `https://example.com/c`',
  '[a](https://example.com/b c) and (https://example.com/d)',
  'HTTPS://EXAMPLE.COM WWW.EXAMPLE.COM',
  '| https://example.com |\n|-|\n| a@example.com |',
  'no address at all',
];

describe('literal links', () => {
  for (const text of texts) {
    it(`are those of all of GFM: ${text}`, () => {
      expect(linksIn(parseMarkdown(text))).toEqual(linksIn(wholeGfm.parse(text)));
    });
  }

  it('cost nothing where a document has none outside of its links', () => {
    expect(literalLinksIn('[a](https://example.com/b) and <https://example.com>')).toBe('none');
    expect(literalLinksIn('a@example.com')).toBe('addresses');
    expect(literalLinksIn('at https://example.com')).toBe('all');
  });
});
