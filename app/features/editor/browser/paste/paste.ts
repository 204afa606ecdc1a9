import { EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import type { Copied } from '#app/features/editor/browser/paste/code-clipboard.ts';
import { hasBlocks, insertPasted } from '#app/features/editor/browser/paste/insert-pasted.ts';
import { linkedSelections } from '#app/features/editor/browser/paste/link-address.ts';
import { paragraphBreaks } from '#app/features/editor/browser/paste/paragraph-breaks.ts';
import { continuesQuote, pasteInQuote } from '#app/features/editor/browser/paste/paste-in-quote.ts';
import { pasteItems } from '#app/features/editor/browser/paste/pasted-items.ts';
import { tableOfTabs } from '#app/features/editor/browser/paste/table-of-tabs.ts';
import { trackRange } from '#app/features/editor/browser/track-range.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';

/** Matches HTML elements whose formatting plain text would lose. Code editors write a block in a monospace font. */
const RICH =
  /<(?:a|b|strong|em|i|h[1-6]|ul|ol|li|table|blockquote|img|pre|code|details|div data-arbor|p class="?Mso|span style)\b|<\/p>\s*<p\b|<div style="[^">]*(?:mono|consolas|courier|menlo)/i;

/** Editors built on ProseMirror put Markdown into the plain text. */
const HAS_MARKDOWN = /data-pm-slice/i;

type TakeFiles = (view: EditorView, files: File[], at?: number) => void;

function insert(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
}

/** Inserts where the cursor was at pasting: the first conversion loads code, and typing goes on meanwhile. */
async function pasteHtml(view: EditorView, copied: Copied): Promise<void> {
  const place = trackRange(view, view.state.selection.main);
  const markdown = await import('#app/features/editor/browser/paste/html-to-markdown.ts')
    .then(({ toMarkdown }) => toMarkdown(copied, view.state.doc.toString()))
    .catch((error) => {
      console.warn('The clipboard is pasted as plain text:', error);
      return copied.plain;
    });
  insertPasted(view, place.end(), markdown || copied.plain);
}

/** Inserts plain text on an empty line between paragraphs as a paragraph. Returns false elsewhere. */
function pasteBetween(view: EditorView, text: string): boolean {
  const { above, below } = paragraphBreaks(view.state, view.state.selection.main, text);
  if (above + below === '') return false;
  const { from, to } = view.state.selection.main;
  const anchor = from + above.length + text.length;
  const changes = { from, to, insert: above + text + below };
  view.dispatch({ changes, selection: { anchor }, userEvent: 'input.paste', scrollIntoView: true });
  return true;
}

/** Inserts lines with the marks of their block, and cells as a table. Returns false for a text to insert as it is. */
function pastePlain(view: EditorView, plain: string): boolean {
  const { state } = view;
  const text = withLineFeeds(plain);
  if (pasteItems(view, text)) return true;
  const isMarkdown = hasBlocks(state, text) && !continuesQuote(state, text);
  if (!isMarkdown && pasteInQuote(view, text)) return true;
  const blocks = tableOfTabs(text) ?? (isMarkdown ? text : null);
  if (blocks !== null) insertPasted(view, state.selection.main, blocks);
  return blocks !== null || pasteBetween(view, text);
}

const textIn = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** A URL pasted over a selection makes it a link; over the words of a link, it replaces their address. */
function pasteAddress(view: EditorView, plain: string): boolean {
  const spec = linkedSelections(view.state, plain);
  if (spec) view.dispatch(spec, { userEvent: 'input.paste', scrollIntoView: true });
  return spec !== null;
}

const filesIn = (data: DataTransfer | null) => [...(data?.files ?? [])];

function onPaste(event: ClipboardEvent, view: EditorView, takeFiles: TakeFiles): boolean {
  const { clipboardData } = event;
  const html = clipboardData?.getData('text/html') ?? '';
  const plain = clipboardData?.getData('text/plain') ?? '';
  const files = filesIn(clipboardData);
  // Office programs add an image of the copied text; the text is wanted.
  if (files.length > 0 && !plain.trim()) {
    takeFiles(view, files);
    return true;
  }
  if (pasteAddress(view, plain)) return true;
  const isInCode = isLiteral(view.state, view.state.selection.main.head);
  if (!plain && html && isInCode) {
    insert(view, textIn(html));
    return true;
  }
  if (isInCode) return pasteInQuote(view, plain);
  if (!html || (plain !== '' && (!RICH.test(html) || HAS_MARKDOWN.test(html))))
    return plain !== '' && pastePlain(view, plain);
  const editorData = clipboardData?.getData('vscode-editor-data') ?? '';
  void pasteHtml(view, { html, plain: plain || textIn(html), editorData });
  return true;
}

/** Converts pasted HTML to Markdown and uploads pasted or dropped files. */
export const pasting = (takeFiles: TakeFiles) =>
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const isTaken = onPaste(event, view, takeFiles);
      if (isTaken) event.preventDefault();
      return isTaken;
    },
    drop: (event, view) => {
      const files = filesIn(event.dataTransfer);
      if (files.length === 0) return false;
      event.preventDefault();
      takeFiles(view, files, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined);
      return true;
    },
  });
