import type { Element, Properties, Root } from 'hast';
import MarkdownIt, { type Token } from 'markdown-it';
import { taskOf } from '#app/markdown/parse/task-marks.ts';
import { footnoteBlocks } from '#app/markdown/tree/footnote-elements.ts';
import { appendInline } from '#app/markdown/tree/inline-elements.ts';
import { FOREIGN_PREFIX } from '#app/markdown/tree/sanitize-schema.ts';
import { filterTags } from '#app/markdown/tree/tag-filter.ts';
import { elementOf, type TokenHandler, TreeBuilder, textOf } from '#app/markdown/tree/tree-builder.ts';

/** References, footnotes and missing table cells are expanded; a short source must not become gigabytes. */
const MOST_EXPANSION_BYTES = 1024 * 1024;
const TABLE_CELL_BYTES = 20;
const TEXT_ALIGN = 'text-align:';

const { unescapeAll } = new MarkdownIt().utils;

function containsHtml(tokens: readonly Token[]): boolean {
  return tokens.some(({ type, children }) => {
    return type === 'html_block' || type === 'html_inline' || (children !== null && containsHtml(children));
  });
}

function preformatted(className: string[], code: string): Element {
  const text = code === '' || code.endsWith('\n') ? code : `${code}\n`;
  const properties = className.length > 0 ? { className } : {};
  return elementOf('pre', {}, [elementOf('code', properties, text ? [textOf(text)] : [])]);
}

const code: TokenHandler<Token> = (builder, { info, content }) => {
  const [language] = unescapeAll(info).trim().split(/\s+/, 1);
  builder.block(preformatted(language ? [`language-${language}`] : [], content));
};

const item: TokenHandler<Token> = (builder, token) => {
  const task = taskOf(token);
  if (!task) return builder.openBlock(elementOf('li'));
  builder.parent.properties.className = ['contains-task-list'];
  builder.openBlock(elementOf('li', { className: ['task-list-item'], dataTask: builder.tasks++ }));
  builder.box = elementOf('input', { type: 'checkbox', checked: task.checked });
};

/** Paragraphs of a tight list have no tag. */
const paragraph: TokenHandler<Token> = (builder, { hidden }) => {
  if (!hidden) builder.openBlock(elementOf('p'));
  else if (builder.parent.children.length > 0) builder.text('\n');
};

const handlers: Record<string, TokenHandler<Token>> = {
  inline: (builder, { children }) => {
    if (builder.box) builder.append(builder.box);
    builder.box = null;
    appendInline(builder, children ?? []);
  },
  fence: code,
  code_block: code,
  math_block: (builder, { content }) => builder.block(preformatted(['language-math', 'math-display'], content)),
  html_block: (builder, { content }) => builder.block({ type: 'raw', value: filterTags(content.replace(/\n$/, '')) }),
  hr: (builder) => builder.block(elementOf('hr')),
  list_item_open: item,
  paragraph_open: paragraph,
  paragraph_close: (builder, { hidden }) => {
    if (!hidden) builder.close();
  },
  ...footnoteBlocks,
};

const openElement: TokenHandler<Token> = (builder, { tag, attrs }) => {
  const properties: Properties = {};
  for (const [name, value] of attrs ?? []) {
    if (name === 'start') properties.start = Number(value);
    if (name === 'style') properties.align = String(value).slice(TEXT_ALIGN.length);
  }
  if (tag === 'td') builder.expansion += TABLE_CELL_BYTES;
  builder.openBlock(elementOf(tag, properties));
};

/**
 * Builds the HTML tree of a text. Without HTML in the text, the tree is as safe as after `sanitize`; otherwise it
 * contains the author's HTML unchanged. Returns null if expansion exceeds its limit.
 */
export function toHtmlTree(tokens: readonly Token[]): { tree: Root; hasHtml: boolean } | null {
  const hasHtml = containsHtml(tokens);
  // Sanitising adds the prefix to every id.
  const builder = new TreeBuilder(hasHtml ? '' : FOREIGN_PREFIX);
  for (const token of tokens) {
    const handle = handlers[token.type];
    if (handle) handle(builder, token);
    else if (token.nesting < 0) builder.close();
    else openElement(builder, token);
  }
  return builder.expansion > MOST_EXPANSION_BYTES ? null : { tree: builder.tree, hasHtml };
}
