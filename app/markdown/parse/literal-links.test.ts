import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

const linksIn = (source: string) => renderMarkdown(source).links;

describe('addresses without brackets', () => {
  it('are links: of the web, with `www.` and of mail', () => {
    expect(linksIn('see https://example.com/a_b_c?d=*e*&f=(g). And www.example.com/h!')).toEqual([
      'https://example.com/a_b_c?d=*e*&f=(g)',
      'http://www.example.com/h',
    ]);
    expect(linksIn('mail a.b-c@example.com, d_e@example.com. Not @example nor f@g')).toEqual([
      'mailto:a.b-c@example.com',
      'mailto:d_e@example.com',
    ]);
    expect(linksIn('HTTPS://EXAMPLE.COM WWW.EXAMPLE.COM http://localhost:3000/x')).toEqual([
      'HTTPS://EXAMPLE.COM',
      'http://WWW.EXAMPLE.COM',
      'http://localhost:3000/x',
    ]);
    expect(linksIn('| https://example.com |\n|-|\n| a@example.com |')).toEqual([
      'https://example.com',
      'mailto:a@example.com',
    ]);
  });

  it('end where Chinese sentences go on', () => {
    expect(linksIn('请看https://example.com/a。然后看（https://example.com/b），www.example.com，再见')).toEqual([
      'https://example.com/a',
      'https://example.com/b',
      'http://www.example.com',
    ]);
  });

  it('are none in code, in links and in names that only look like one', () => {
    expect(
      linksIn('`https://example.com` vite@latest @scope/name example.com README.md //example.com ftp://a.b'),
    ).toEqual([]);
    expect(linksIn('[https://a.example](https://b.example) <https://c.example>')).toEqual([
      'https://b.example',
      'https://c.example',
    ]);
  });
});
