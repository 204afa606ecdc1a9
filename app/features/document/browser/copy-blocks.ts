/** Elements that lose their meaning without the elements around them. */
const PARTS = 'tr, thead, tbody, table, ul, ol';
const BLOCKS = `p, h1, h2, h3, h4, h5, h6, li, td, th, pre, blockquote, details, hr, .alert, .math-block, ${PARTS}`;
/** Controls of the page, and the second drawing of a formula. */
const DROPPED = '.anchor, .code-copy, .katex-html';
const FORMULA = '[data-tex]';

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement!);
const isBlank = (range: Range) => range.toString().trim() === '' && !range.cloneContents().querySelector('img, hr');

function isAtStart({ startContainer, startOffset }: Range, of: Node): boolean {
  const before = document.createRange();
  before.setStart(of, 0);
  before.setEnd(startContainer, startOffset);
  return isBlank(before);
}

function isAtEnd({ endContainer, endOffset }: Range, of: Node): boolean {
  const after = document.createRange();
  after.selectNodeContents(of);
  after.setStart(endContainer, endOffset);
  return isBlank(after);
}

/** Widens a range to the elements whose text it contains as a whole: to a task with its box, an alert, a quote. */
function widen(range: Range, top: Element): void {
  const [first, last] = [range.startContainer, range.endContainer].map((end) => elementOf(end).closest(FORMULA));
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  for (;;) {
    const common = range.commonAncestorContainer;
    while (range.startContainer !== common && isAtStart(range, range.startContainer))
      range.setStartBefore(range.startContainer);
    while (range.endContainer !== common && isAtEnd(range, range.endContainer)) range.setEndAfter(range.endContainer);
    if (common === top || !isAtStart(range, common) || !isAtEnd(range, common)) return;
    range.selectNode(common);
  }
}

/** Adds the footnotes of the copied references. */
function addNotes(copy: Element): void {
  const notes: Node[] = [];
  for (const { hash } of copy.querySelectorAll<HTMLAnchorElement>('a[data-footnote-ref]')) {
    const id = hash.slice(1);
    const note = document.getElementById(id);
    if (note && !copy.querySelector(`[id="${CSS.escape(id)}"]`)) notes.push(note.cloneNode(true));
  }
  if (notes.length === 0) return;
  const section = document.createElement('section');
  section.className = 'footnotes';
  const list = document.createElement('ol');
  list.append(...notes);
  section.append(list);
  copy.append(section);
}

/** Makes addresses absolute, except links within what is copied. */
function addressFully(copy: Element): void {
  for (const link of copy.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const written = link.getAttribute('href') ?? '';
    const isInside = written.startsWith('#') && copy.querySelector(`[id="${CSS.escape(written.slice(1))}"]`);
    if (!isInside) link.setAttribute('href', link.href);
  }
  for (const picture of copy.querySelectorAll('img')) picture.setAttribute('src', picture.src);
}

/** Returns the blocks of a range as an element; null if it is within one block. `data-arbor` tells the editor. */
function blocksIn(range: Range): Element | null {
  let content: Node = range.cloneContents();
  for (
    let around = elementOf(range.commonAncestorContainer);
    around.matches(PARTS);
    around = elementOf(around.parentNode!)
  ) {
    const part = around.cloneNode(false);
    part.appendChild(content);
    content = part;
  }
  const copy = document.createElement('div');
  copy.dataset.arbor = '';
  copy.append(content);
  if (!copy.querySelector(BLOCKS)) return null;
  for (const control of copy.querySelectorAll(DROPPED)) control.remove();
  addNotes(copy);
  addressFully(copy);
  return copy;
}

/**
 * Copies the blocks of a text with all of their content. Browsers leave out the elements at the edges of the selection,
 * closed toggles and the source of formulas. Returns a cleanup function.
 */
export function copyBlocks(page: HTMLElement): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    const prose = page.querySelector('.prose');
    if (!prose || !selection || selection.isCollapsed || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0).cloneRange();
    if (!prose.contains(range.commonAncestorContainer)) return;
    widen(range, prose);
    const copy = blocksIn(range);
    if (!copy || !event.clipboardData) return;
    event.clipboardData.setData('text/html', copy.outerHTML);
    event.clipboardData.setData('text/plain', selection.toString());
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy);
  return () => document.removeEventListener('copy', onCopy);
}
