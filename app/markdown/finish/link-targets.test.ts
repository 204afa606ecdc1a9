import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

function hrefOf(link: string, before = ''): string | undefined {
  return /<a href="([^"]*)"[^>]*>there<\/a>/.exec(renderMarkdown(`${before}\n\n${link}`).html)?.[1];
}

describe('links', () => {
  it('to a heading lead to its prefixed id, however the fragment is written', () => {
    for (const fragment of ['#step-one', '#Step-One', '#step%2Done', '#Step%20one']) {
      expect(hrefOf(`[there](${fragment})`, '# Step one')).toBe('#h-step-one');
    }
    expect(hrefOf('[there](#第一步)', '# 第一步')).toBe('#h-第一步');
  });

  it('to a heading below them work as well', () => {
    expect(renderMarkdown('[x](#later)\n\n# Later').html).toContain('<a href="#h-later">x</a>');
  });

  it('to an id that the document brings lead to that id', () => {
    expect(hrefOf('[there](#spot)', '<p id="spot">x</p>')).toBe('#user-content-spot');
    expect(hrefOf('[there](#spot)', '<a name="spot"></a>')).toBe('#user-content-spot');
    expect(hrefOf('[there](#spot)', '<h2 id="spot">Title</h2>')).toBe('#h-title');
  });

  it('to nothing stay as they are', () => {
    expect(hrefOf('[there](#nowhere)')).toBe('#nowhere');
    expect(hrefOf('[there](#100%)')).toBe('#100%25');
  });

  it('to a heading of another document get the prefix once', () => {
    expect(hrefOf('[there](/doc/abc#foo)')).toBe('/doc/abc#h-foo');
    expect(hrefOf('[there](/doc/abc#h-foo)')).toBe('/doc/abc#h-foo');
    expect(hrefOf('[there](/doc/abc)')).toBe('/doc/abc');
  });

  it('off the site tell it nothing and lend it no weight; others do not', () => {
    for (const url of ['https://a.example', 'HTTP://a.example', '//a.example']) {
      expect(renderMarkdown(`[x](${url})`).html).toContain('rel="noopener noreferrer nofollow"');
    }
    expect(renderMarkdown('<a href="\\\\a.example">x</a>').html).toContain('rel="noopener noreferrer nofollow"');
    for (const url of ['/doc/a', 'b.md', '#c', 'mailto:d@example.com']) {
      expect(renderMarkdown(`[x](${url})`).html).not.toContain('rel=');
    }
  });
});
