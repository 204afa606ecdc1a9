import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

function idsOf(source: string): string[] {
  return renderMarkdown(source).outline.map((entry) => entry.id);
}

describe('headings', () => {
  it('get GitHub’s slugs with a prefix of our own', () => {
    expect(idsOf('# Hello, World!\n\n## a_b & `c`')).toEqual(['h-hello-world', 'h-a_b--c']);
  });

  it('keep Chinese readable', () => {
    expect(idsOf('# 快速 入门：第一步')).toEqual(['h-快速-入门第一步']);
  });

  it('have ids of their own even when they say the same', () => {
    const ids = idsOf('# a\n\n# a\n\n# a-1\n\n# A');
    expect(new Set(ids).size).toBe(4);
  });

  it('of punctuation only get an id too', () => {
    expect(idsOf('# 🎉\n\n# !!!')).toEqual(['h-section', 'h-section-1']);
  });

  it('without words stay out of the outline', () => {
    expect(renderMarkdown('#\n\n# <b></b>\n').outline).toEqual([]);
  });

  it('stand in the outline with their depth and their words, in order', () => {
    const { outline } = renderMarkdown('Title\n=====\n\n> ### In *a* quote\n\n<h2>Raw</h2>');
    expect(outline).toEqual([
      { depth: 1, id: 'h-title', text: 'Title' },
      { depth: 3, id: 'h-in-a-quote', text: 'In a quote' },
      { depth: 2, id: 'h-raw', text: 'Raw' },
    ]);
  });

  it('carry a link to themselves that screen readers and the tab key pass over', () => {
    expect(renderMarkdown('## a').html).toBe(
      '<h2 id="h-a">a<a class="anchor" href="#h-a" aria-hidden="true" tabindex="-1"></a></h2>',
    );
  });

  it('inside of a link carry no link', () => {
    expect(renderMarkdown('<div><a href="/x"><h2>a</h2></a></div>').html).toBe(
      '<div><a href="/x"><h2 id="h-a">a</h2></a></div>',
    );
  });

  for (const written of ['{#own-id}', '{/*own-id*/}', ' {#own-id} ']) {
    it(`take ${written} as their id and do not show it`, () => {
      const { html, outline, text } = renderMarkdown(`## A *title* ${written}\n\n[x](#own-id)`);
      expect(outline).toEqual([{ depth: 2, id: 'h-own-id', text: 'A title' }]);
      expect(text).toBe('A title\nx');
      expect(html).toContain('<h2 id="h-own-id">A <em>title</em><a ');
      expect(html).toContain('<a href="#h-own-id">x</a>');
    });
  }
});
