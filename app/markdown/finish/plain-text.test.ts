import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

function text(source: string): string {
  return renderMarkdown(source).text;
}

describe('the words of a document', () => {
  it('come without markup, a line for each block', () => {
    expect(text('# A *b*\n\nc **d**\ne\n\n- f\n- g\n\n> h')).toBe('A b\nc d e\nf\ng\nh');
  });

  it('include code, also its lines', () => {
    expect(text('`a`\n\n```js\nlet b;\n\n  c();\n```')).toBe('a\nlet b;\nc();');
  });

  it('include what pictures show, but not where links lead', () => {
    expect(text('![a cat](cat.png) [dog](https://example.com/wolf)')).toBe('a cat dog');
  });

  it('keep the cells of a table apart', () => {
    expect(text('|a|b|\n|-|-|\n|c|d|')).toBe('a b\nc d');
  });

  it('have their character references resolved', () => {
    expect(text('a &amp; &lt;b&gt; \\*c\\*')).toBe('a & <b> *c*');
  });

  it('leave out what is not shown', () => {
    expect(text('a <!-- b --> <script>c</script><style>d</style> e')).toBe('a <script>c</script><style>d</style> e');
  });

  it('break at a hard line break', () => {
    expect(text('a\\\nb')).toBe('a\nb');
  });
});
