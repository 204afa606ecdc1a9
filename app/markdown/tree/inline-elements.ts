import type { Properties } from 'hast';
import MarkdownIt, { type Token } from 'markdown-it';
import { isAllowedUrl } from '#app/markdown/tree/allowed-urls.ts';
import { footnoteReference } from '#app/markdown/tree/footnote-elements.ts';
import { filterTags } from '#app/markdown/tree/tag-filter.ts';
import { elementOf, type TokenHandler, type TreeBuilder, textOf } from '#app/markdown/tree/tree-builder.ts';

const { normalizeLink: encodeUrl } = new MarkdownIt();

/** Returns the text of inline tokens, for an image description or a title. */
export function wordsOfTokens(tokens: readonly Token[]): string {
  const words = tokens.map(({ type, content, children }) => {
    if (type === 'softbreak' || type === 'hardbreak') return '\n';
    if (type === 'image') return wordsOfTokens(children ?? []);
    return type === 'html_inline' || type === 'footnote_ref' ? '' : content;
  });
  return words.join('');
}

/** Returns title and destination of a link or image; the latter only if sanitising would keep it. */
function destinationOf(builder: TreeBuilder, token: Token, name: 'href' | 'src'): Properties {
  const url = encodeUrl(String(token.attrGet(name) ?? ''));
  const title = token.attrGet('title');
  // One definition may have many references.
  if (token.meta?.label !== undefined) builder.expansion += url.length + String(title ?? '').length;
  return {
    ...(isAllowedUrl(url, name) && { [name]: url }),
    ...(name === 'src' && { alt: wordsOfTokens(token.children ?? []) }),
    ...(title !== null && { title: String(title) }),
  };
}

const handlers: Record<string, TokenHandler<Token>> = {
  text: (builder, { content }) => builder.text(content),
  softbreak: (builder) => builder.text('\n'),
  hardbreak: (builder) => {
    builder.append(elementOf('br'));
    builder.text('\n');
  },
  code_inline: (builder, { content }) => builder.append(elementOf('code', {}, [textOf(content)])),
  math_inline: (builder, { content }) => {
    builder.append(elementOf('code', { className: ['language-math', 'math-inline'] }, [textOf(content)]));
  },
  html_inline: (builder, { content }) => builder.append({ type: 'raw', value: filterTags(content) }),
  image: (builder, token) => builder.append(elementOf('img', destinationOf(builder, token, 'src'))),
  link_open: (builder, token) => builder.open(elementOf('a', destinationOf(builder, token, 'href'))),
  s_open: (builder) => builder.open(elementOf('del')),
  footnote_ref: footnoteReference,
};

/** Appends inline content: emphasis, links, images, code and text. */
export function appendInline(builder: TreeBuilder, tokens: readonly Token[]): void {
  for (const token of tokens) {
    const handle = handlers[token.type];
    if (handle) handle(builder, token);
    else if (token.nesting < 0) builder.close();
    else builder.open(elementOf(token.tag));
  }
}
