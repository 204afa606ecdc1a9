import { css } from '@codemirror/lang-css';
import { autoCloseTags, html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { type Language, LanguageSupport } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { BlockParser, InlineParser, Line, MarkdownConfig } from '@lezer/markdown';
import { resumable } from '#app/features/editor/browser/resume-parse.ts';

const DOLLAR = 36;
const BRACKET = 91;
const isBlank = (character: string) => character === '' || /\s/.test(character);

/**
 * Single dollars follow Pandoc's rule, as on the server: "$5 and $10" is money (`app/markdown/parse/maths-syntax.ts`).
 */
const inlineMaths: InlineParser = {
  name: 'InlineMaths',
  before: 'Escape',
  parse(cx, next, from) {
    if (next !== DOLLAR || cx.char(from - 1) === DOLLAR) return -1;
    const rest = cx.slice(from, cx.end);
    const run = /^\$+/.exec(rest)?.[0].length ?? 0;
    if (run === 1 && isBlank(rest.charAt(1))) return -1;
    for (const closing of rest.slice(run).matchAll(/\$+/g)) {
      if (closing[0].length !== run) continue;
      const end = run + closing.index;
      const isMoney = run === 1 && (isBlank(rest.charAt(end - 1)) || /\d/.test(rest.charAt(end + 1)));
      if (isMoney) return -1;
      const to = from + end + run;
      const marks = [cx.elt('MathsMark', from, from + run), cx.elt('MathsMark', to - run, to)];
      return cx.addElement(cx.elt('InlineMaths', from, to, marks));
    }
    return -1;
  },
};

/** Number of enclosing blocks a line still belongs to. Lezer exposes it at runtime but not in its types. */
const depthOf = (line: Line) => (line as unknown as { depth: number }).depth;
const opensMaths = (text: string) => /^\$\$+[^$]*$/.test(text);

const blockMaths: BlockParser = {
  name: 'BlockMaths',
  before: 'FencedCode',
  parse(cx, line) {
    if (line.next !== DOLLAR || !opensMaths(line.text.slice(line.pos))) return false;
    const from = cx.lineStart + line.pos;
    const marks = [cx.elt('MathsMark', from, cx.lineStart + line.text.length)];
    while (cx.nextLine()) {
      if (depthOf(line) < cx.depth) break;
      if (/^\s*\$\$+\s*$/.test(line.text.slice(line.pos))) {
        marks.push(cx.elt('MathsMark', cx.lineStart + line.pos, cx.lineStart + line.text.length));
        cx.nextLine();
        break;
      }
    }
    cx.addElement(cx.elt('BlockMaths', from, cx.prevLineEnd(), marks));
    return true;
  },
  endLeaf: (_cx, line) => line.next === DOLLAR && opensMaths(line.text.slice(line.pos)),
};

const footnote: InlineParser = {
  name: 'FootnoteReference',
  before: 'Link',
  parse(cx, next, from) {
    if (next !== BRACKET) return -1;
    const label = /^\[\^[^\]\s]+\](?!:)/.exec(cx.slice(from, Math.min(cx.end, from + 120)))?.[0];
    return label ? cx.addElement(cx.elt('FootnoteReference', from, from + label.length)) : -1;
  },
};

const arborMarkdown: MarkdownConfig = {
  defineNodes: [
    { name: 'InlineMaths', style: tags.special(tags.content) },
    { name: 'BlockMaths', block: true, style: tags.special(tags.content) },
    { name: 'MathsMark', style: tags.processingInstruction },
    { name: 'FootnoteReference', style: tags.link },
  ],
  parseInline: [inlineMaths, footnote],
  parseBlock: [blockMaths],
  // The server does not support these: "~" is strikethrough and "^" stays literal.
  remove: ['Subscript', 'Superscript', 'Emoji'],
};

const LANGUAGES = new Map<string, () => LanguageSupport>(
  Object.entries({
    css,
    html,
    js: javascript,
    javascript,
    jsx: () => javascript({ jsx: true }),
    ts: () => javascript({ typescript: true }),
    typescript: () => javascript({ typescript: true }),
    tsx: () => javascript({ jsx: true, typescript: true }),
    json: javascript,
    xml: html,
  }),
);
const known = new Map<string, Language>();

/**
 * Highlights only languages that the Markdown parser already includes. Others are highlighted on the document's page.
 */
function codeLanguage(info: string): Language | null {
  const name = /^[\w+-]+/.exec(info)?.[0].toLowerCase() ?? '';
  const make = LANGUAGES.get(name);
  if (!make) return null;
  const language = known.get(name) ?? make().language;
  known.set(name, language);
  return language;
}

/** HTML in Markdown, without the menus of its languages. */
const htmlInMarkdown = new LanguageSupport(html({ matchClosingTags: false }).language, autoCloseTags);

/** The same Markdown dialect as the server: CommonMark, GFM, formulas and footnotes. */
export const markdownSupport = () =>
  markdown({
    base: resumable(markdownLanguage),
    extensions: arborMarkdown,
    codeLanguages: codeLanguage,
    htmlTagLanguage: htmlInMarkdown,
    completeHTMLTags: false,
  });
