import { isOwnCopy, tidyOwnPage } from '#app/features/editor/browser/paste/tidy-own-page.ts';

// Converts formatting that Word and Google Docs express with styles and classes to elements.

const isBold = ({ style }: HTMLElement) => style.fontWeight === 'bold' || Number(style.fontWeight) >= 600;

function rename(element: HTMLElement, name: string): HTMLElement {
  const renamed = document.implementation.createHTMLDocument().createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Moves whitespace at the edges out of the element: Markdown emphasis cannot begin or end with it. */
function wrap(element: HTMLElement, name: string): void {
  const text = element.textContent ?? '';
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  const [before = ''] = /^\s*/.exec(text) ?? [];
  const after = text.slice(text.trimEnd().length);
  const [first, last] = [wrapper.firstChild, wrapper.lastChild];
  if (first instanceof Text) first.data = first.data.trimStart();
  if (last instanceof Text) last.data = last.data.trimEnd();
  element.append(before, wrapper, after);
}

/** Google Docs wraps everything in a non-bold `<b>` and marks bold text with spans. */
function nameStyles(page: Document): void {
  for (const bold of page.querySelectorAll<HTMLElement>('b, strong')) {
    if (bold.style.fontWeight === 'normal' || bold.style.fontWeight === '400') bold.replaceWith(...bold.childNodes);
  }
  for (const span of page.querySelectorAll<HTMLElement>('span')) {
    if (span.closest('pre, code, h1, h2, h3, h4, h5, h6') || !span.textContent?.trim()) continue;
    const { style } = span;
    if (isBold(span)) wrap(span, 'strong');
    if (style.fontStyle === 'italic') wrap(span, 'em');
    if (style.textDecoration.includes('line-through')) wrap(span, 'del');
    if (/courier|consolas|mono/i.test(style.fontFamily) && !span.querySelector('*')) wrap(span, 'code');
  }
}

const LEVEL = /\blevel(\d)/;

/** Word lists are paragraphs with a class; the bullet is text in a span marked to be ignored. */
function makeLists(page: Document): void {
  let lists: HTMLElement[] = [];
  for (const paragraph of page.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"]')) {
    const style = paragraph.getAttribute('style') ?? '';
    const level = Number(LEVEL.exec(style)?.[1] ?? 1);
    const marker = paragraph.querySelector<HTMLElement>('span[style*="mso-list:Ignore" i]');
    const isOrdered = /^\(?[\da-z]{1,3}[.)]/i.test(marker?.textContent?.trim() ?? '');
    marker?.remove();
    const isNext = paragraph.previousElementSibling === lists[0];
    if (!isNext) lists = [];
    lists = lists.slice(0, level);
    if (lists.length < level) {
      const list = page.createElement(isOrdered ? 'ol' : 'ul');
      const parentItem = lists.at(-1)?.lastElementChild;
      if (parentItem) parentItem.append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    lists.at(-1)?.append(rename(paragraph, 'li'));
  }
}

/** Unwraps the only paragraph of an item, so that the list is tight. */
function tightenLists(page: Document): void {
  for (const paragraph of page.querySelectorAll<HTMLElement>('li > p:first-child')) {
    const isOnly = [...(paragraph.parentElement?.children ?? [])].every(
      (element) => element === paragraph || element.matches('ul, ol'),
    );
    if (isOnly) paragraph.replaceWith(...paragraph.childNodes);
  }
}

function dropForeign(page: Document): void {
  for (const element of page.querySelectorAll('style, script, meta, link, title, head > *, iframe, object, template')) {
    element.remove();
  }
  // Elements of Word's own namespaces: <o:p>, <w:sdt> and others.
  for (const element of page.querySelectorAll('*')) {
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  }
  const comments = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

/**
 * Parses clipboard HTML and replaces styles by elements. The result is never displayed or executed. `text` is the
 * document in which it is pasted.
 */
export function tidyClipboard(html: string, text: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  dropForeign(page);
  tidyOwnPage(page, text);
  makeLists(page);
  if (!isOwnCopy(page)) tightenLists(page);
  nameStyles(page);
  return page;
}
