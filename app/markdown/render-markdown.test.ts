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
    expect(tasks).toContain('<label><input type="checkbox" checked disabled class="task-checkbox"> done</label>');
    expect(tasks).toContain('<label><input type="checkbox" disabled class="task-checkbox"> open\n</label><ul>');
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

  it('lists every destination as the author means it', () => {
    const source =
      '[a](/doc/x#y) ![b](<c d.png>) [e] <https://f.g>\n\n[e]: h_(i).md "t"\n\n<a href="j?k=1&amp;l=2">m</a>';
    expect(renderMarkdown(source).links).toEqual(['/doc/x#y', 'c d.png', 'https://f.g', 'h_(i).md', 'j?k=1&l=2']);
  });

  it('renders the same source always to the same HTML', () => {
    const source = '# a\n\n# a\n\n[x](#a) [^1]\n\n[^1]: n\n\n<b>c</b>';
    expect(html(source)).toBe(html(source));
  });
});
