import { withLineFeeds } from '#app/schemas/line-feeds.ts';

/** The formats of a clipboard; `editorData` is what VS Code adds. */
export type Copied = { html: string; plain: string; editorData: string };

const MONOSPACE = /mono|consolas|courier|menlo/i;
const PROSE = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, img, a';

/**
 * Tests for HTML that is code as a whole: a single block in a monospace font, as code editors write it beside the plain
 * text. Browsers style the code of a page in the same way, but it stands among other blocks.
 */
function isCodeClipboard(html: string): boolean {
  if (!MONOSPACE.test(html) && !/<pre[^>]*style/i.test(html)) return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('meta, style, link')) element.remove();
  const [block, ...others] = [...body.childNodes].filter((node) => (node.textContent ?? '').trim() !== '');
  if (!(block instanceof HTMLElement) || others.length > 0 || block.querySelector(PROSE)) return false;
  const isPre = block.matches('pre[style]');
  return isPre || (MONOSPACE.test(block.style.fontFamily) && !block.querySelector('pre') && block.matches('div, span'));
}

/** Returns a run of backticks that is longer than each in a text. */
const ticksAround = (text: string, least: number) =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** VS Code tells the language of what it copies. */
function languageIn(editorData: string): string {
  const [, mode = ''] = /"mode":"([\w+#-]*)"/.exec(editorData) ?? [];
  return mode === 'plaintext' ? '' : mode;
}

/**
 * Returns what was copied from a code editor as Markdown: lines in a fence, a part of a line as inline code, Markdown
 * as it is. Null for other content.
 */
export function copiedCode({ html, plain, editorData }: Copied): string | null {
  const code = withLineFeeds(plain)
    .trimEnd()
    .replace(/^\s*\n/, '');
  const language = languageIn(editorData);
  if (code === '' || !isCodeClipboard(html)) return null;
  if (language === 'markdown') return code;
  if (!code.includes('\n')) {
    const ticks = ticksAround(code, 1);
    const blank = /^`|`$/.test(code) ? ' ' : '';
    return ticks + blank + code.trim() + blank + ticks;
  }
  const fence = ticksAround(code, 3);
  return `${fence}${language}\n${code}\n${fence}`;
}
