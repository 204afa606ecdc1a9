import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

function html(source: string): string {
  return renderMarkdown(source).html;
}

describe('rendering Markdown', () => {
  it('hides front matter from page, words and outline', () => {
    const rendered = renderMarkdown('---\ntitle: Secret\n---\n# Seen\n');
    expect(rendered.html).not.toContain('Secret');
    expect(rendered.text).toBe('Seen');
    expect(rendered.outline).toHaveLength(1);
  });

  it('renders GFM tables in a frame that the keyboard can scroll', () => {
    const table = html('|a|b|\n|:-|-:|\n|1|2|');
    expect(table).toContain('<div class="table-scroll" tabindex="0"><table>');
    expect(table).toContain('<td align="right">2</td>');
  });

  it('renders tasks as boxes that show their state, have a label and cannot be pressed', () => {
    const tasks = html('- [x] done\n- [ ] open\n  - more');
    const box = (index: number) =>
      `disabled class="task-checkbox" data-task="${index}" aria-labelledby="task-${index}"`;
    expect(tasks).toContain(`<input type="checkbox" checked ${box(0)}><span id="task-0"> done</span>`);
    expect(tasks).toContain(`<input type="checkbox" ${box(1)}><span id="task-1"> open\n</span><ul>`);
    expect(html('<p><input type="checkbox" checked> words</p>')).toBe(
      '<p><label><input type="checkbox" checked disabled class="task-checkbox"> words</label></p>',
    );
  });

  it('renders strikethrough and literal links', () => {
    expect(html('~~old~~ www.example.com')).toBe(
      '<p><del>old</del> <a href="http://www.example.com" rel="noopener noreferrer nofollow">www.example.com</a></p>',
    );
  });

  it('leads from a footnote to its mark and back', () => {
    const { html: page, outline, text } = renderMarkdown('word[^1] more\n\n[^1]: The note.');
    const [, toNote, mark] = /href="#([^"]+)" id="([^"]+)" data-footnote-ref/.exec(page) ?? [];
    expect(page).toContain(`<li id="${toNote}">`);
    expect(page).toContain(`href="#${mark}" data-footnote-backref`);
    expect(outline).toEqual([]);
    expect(text).toBe('word more\nThe note.');
  });

  it('colours code by class, nested languages included, and leaves unknown and endless code plain', () => {
    expect(html('```ts\nlet a = "<b>";\n```')).toBe(
      '<pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">let</span> a = ' +
        '<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>',
    );
    expect(html('```HTML\n<style>a { color: red }</style>\n```')).toContain('hljs-attribute');
    expect(html('```nonsense\nlet a\n```')).toBe(
      '<pre tabindex="0"><code class="language-nonsense">let a\n</code></pre>',
    );
    expect(html(`\`\`\`ts\n${'let a;\n'.repeat(10_000)}\`\`\``)).not.toContain('hljs');
    expect(renderMarkdown('```ts\nlet a = 1;\n```').text).toBe('let a = 1;');
  });

  it('renders maths between dollars and in fences, and finds it by its source', () => {
    const formula = renderMarkdown('Area $\\pi r^2$ and\n\n$$\n\\frac{a}{b}\n$$\n\n```math\nx^2\n```');
    expect(formula.html.match(/<math/g)).toHaveLength(3);
    expect(formula.html).toContain('<span class="math-inline" data-tex="');
    expect(formula.html.match(/<div class="math-block" data-tex="[^"]+" tabindex="0">/g)).toHaveLength(2);
    expect(formula.text).toBe('Area \\pi r^2 and\n\\frac{a}{b}\nx^2');
  });

  it('shows maths that is none, or too much of it, as it was written', () => {
    expect(html('$\\frac{a$')).toBe('<p><code class="language-math math-inline">\\frac{a</code></p>');
    const many = html('$x$ '.repeat(600));
    expect(many.match(/<math/g)).toHaveLength(500);
    expect(many.match(/<code class="language-math math-inline">x</g)).toHaveLength(100);
  });

  it('takes money for money', () => {
    for (const money of ['It costs $5 and $10.', 'US$5/US$6', '$5/$6', 'a $ b $ c', '从$5涨到$6', '$5', '$ 5$']) {
      expect(html(money)).toBe(`<p>${money}</p>`);
    }
    expect(html('$5\\%$ 与 $x$元').match(/<math/g)).toHaveLength(2);
  });

  it('makes alerts of quotes that begin with their kind, titled apart from the words', () => {
    const { html: alert, text } = renderMarkdown('> [!WARNING]\n> Hot *soup*.');
    expect(alert).toBe(
      '<div class="alert alert-warning" role="note"><p class="alert-title" data-alert="warning">Warning</p>\n' +
        '<p>Hot <em>soup</em>.</p>\n</div>',
    );
    expect(text).toBe('Hot soup.');
    expect(html('> [!note]\n>\n> a')).toContain('alert-note');
    for (const quote of ['> a [!NOTE]', '> [!NOTE] a', '> [!NOPE]\n> a', '> `[!NOTE]`']) {
      expect(html(quote)).toContain('<blockquote>');
    }
  });

  it('counts words, and Chinese and Japanese characters as words', () => {
    const counted = ({ words, readingSeconds }: ReturnType<typeof renderMarkdown>) => [words, readingSeconds];
    expect(counted(renderMarkdown('# One two\n\nthree’s [four](x), 5.'))).toEqual([5, 1]);
    expect(counted(renderMarkdown('abc中文def かな 한국어 말'))).toEqual([8, 2]);
    expect(counted(renderMarkdown('字'.repeat(4000)))).toEqual([4000, 600]);
    expect(counted(renderMarkdown('word '.repeat(2300)))).toEqual([2300, 600]);
    expect(counted(renderMarkdown(''))).toEqual([0, 0]);
  });

  it('keeps harmless HTML', () => {
    const kept =
      '<details open><summary>a</summary><p><kbd>b</kbd><sup>c</sup><sub>d</sub><mark>e</mark></p></details>';
    expect(html(kept)).toBe(kept);
  });

  it('renders Markdown inside of unknown elements, whose words stay', () => {
    expect(html('<Intro>\n\n**word**\n\n</Intro>').trim()).toBe('<p><strong>word</strong></p>');
  });

  it('drops inputs that are not tasks', () => {
    expect(html('a <input type="text" value="x"> b')).toBe('<p>a  b</p>');
  });

  it('asks for pictures late and tells their site nothing', () => {
    expect(html('![cat](https://example.com/c.png)')).toBe(
      '<p><img src="https://example.com/c.png" alt="cat" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>',
    );
  });

  it('makes a bare address of a video a card that is a link, alone in its paragraph', () => {
    const address = 'https://youtu.be/abcDEF12345';
    const card = renderMarkdown(`Before\n\n${address}\n\nSee ${address}\n\n[text](${address})`);
    expect(card.html).toContain(
      `<p class="link-card link-card-video"><a href="${address}" rel="noopener noreferrer nofollow">` +
        `<span class="card-kind">YouTube</span> <span class="card-address">${address}</span></a></p>`,
    );
    expect(card.html.match(/link-card-video/g)).toHaveLength(1);
    expect(card.text).not.toContain('YouTube');
  });

  it('lists every destination as the author means it', () => {
    const source =
      '[a](/doc/x#y) ![b](<c d.png>) [e] <https://f.g>\n\n[e]: h_(i).md "t"\n\n<a href="j?k=1&amp;l=2">m</a>';
    expect(renderMarkdown(source).links).toEqual(['/doc/x#y', 'c d.png', 'h_(i).md', 'https://f.g', 'j?k=1&l=2']);
  });

  it('renders the same source always to the same HTML', () => {
    const source = '# a\n\n# a\n\n[x](#a) [^1]\n\n[^1]: n\n\n<b>c</b>';
    expect(html(source)).toBe(html(source));
  });
});

describe('text that looks like something else', () => {
  it('between two rules at the beginning is text, unless it is a YAML mapping', () => {
    const { html, text } = renderMarkdown('---\nProse between rules.\n\n---\n\nRest');
    expect(html).toContain('Prose between rules.');
    expect(text).toContain('Rest');
  });

  it('follows GFM’s tag filter: what would swallow the rest is shown as text, and found', () => {
    for (const tag of ['script', 'style', 'title', 'iframe', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext']) {
      const { html, text } = renderMarkdown(`Before <${tag}> in a line\n\n<${tag}>\n\nAfter`);
      expect(html, tag).toContain(`&#x3C;${tag}>`);
      expect(text, tag).toContain('After');
      expect(text, tag).toContain('in a line');
    }
  });
});
