const MONOSPACE = /mono|consolas|courier|menlo/i;
const PROSE = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, img, a';
/** Editors built on ProseMirror put Markdown into the plain text. */
const HAS_MARKDOWN = /data-pm-slice/i;

/**
 * Tests for HTML that is code as a whole: a single block in a monospace font, as code editors write it beside the plain
 * text. Browsers style the code of a page in the same way, but it stands among other blocks.
 */
export function isCodeClipboard(html: string): boolean {
  if (HAS_MARKDOWN.test(html)) return true;
  if (!MONOSPACE.test(html) && !/<pre[^>]*style/i.test(html)) return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('meta, style, link')) element.remove();
  const [block, ...others] = [...body.childNodes].filter((node) => (node.textContent ?? '').trim() !== '');
  if (!(block instanceof HTMLElement) || others.length > 0 || block.querySelector(PROSE)) return false;
  const isPre = block.matches('pre[style]');
  return isPre || (MONOSPACE.test(block.style.fontFamily) && !block.querySelector('pre') && block.matches('div, span'));
}
