import { tests as examples } from 'commonmark-spec';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { finishHtml, sanitize } from '#app/markdown/finish/finish-html.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

/** Intentional deviations from the specification, by example number. */
const departures = new Map<number, string>([
  [98, 'it is nothing but `---` twice, which is empty front matter'],
  [170, 'GFM shows the tag of the script as text'],
  [171, 'GFM shows the tag of the text field as text'],
  [172, 'GFM shows the tag of the style as text'],
  [173, 'GFM shows the tag of the style as text'],
  [176, 'GFM shows the tag of the style as text'],
  [178, 'GFM shows the tag of the script as text'],
  [602, 'the web address is a GFM literal link'],
  [608, 'the web address is a GFM literal link'],
  [611, 'the web address is a GFM literal link'],
  [612, 'the mail address is a GFM literal link'],
]);

const htmlParser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Normalizes white space: insignificant between tags outside `pre`, otherwise its amount is. */
function normalize(html: string): string {
  return html
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/> </g, '><')))
    .join('')
    .trim();
}

/** The output expected by the specification, sanitised and finished like ours. */
function expected(html: string): string {
  // The final line feed would reopen tags that an example leaves open.
  return normalize(finishHtml(sanitize(htmlParser.parse(html.trimEnd()))).html);
}

describe('every example of the CommonMark specification', () => {
  it('is there', () => {
    expect(examples.length).toBeGreaterThan(600);
  });

  for (const { number, section, markdown, html } of examples) {
    const source = markdown.replaceAll('→', '\t');
    const target = expected(html.replaceAll('→', '\t'));
    const reason = departures.get(number);
    if (reason === undefined) {
      it(`${number} (${section}) renders as specified`, () => {
        expect(normalize(renderMarkdown(source).html)).toBe(target);
      });
    } else {
      it(`${number} (${section}) differs: ${reason}`, () => {
        expect(normalize(renderMarkdown(source).html)).not.toBe(target);
      });
    }
  }
});
