import { makeButton } from '#app/browser/make-button.ts';
import { openSheet } from '#app/features/comments/browser/open-sheet.ts';
import { QUOTE_AROUND_MAX, QUOTE_MAX } from '#app/schemas/limits.ts';

const GAP_PX = 8;

type Selected = { quote: string; range: Range };

type Labels = { comment: string; close: string };

/**
 * Offers to comment on selected words of a document, with a button beside them and Ctrl Alt M. Both fill the comment
 * form and show it in a sheet. Returns a cleanup function.
 */
export function commentOnSelection({ comment, close }: Labels): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const button = makeButton(comment, 'button main comment-here');
  button.hidden = true;
  const show = () => {
    const selected = readSelection();
    button.hidden = selected === null;
    if (!selected) return;
    const box = selected.range.getBoundingClientRect();
    const below = box.bottom + GAP_PX;
    // Above the words if there is no room below them, as at the lower edge of a phone.
    const hasRoom = below + button.offsetHeight + GAP_PX <= innerHeight;
    const top = hasRoom ? below : Math.max(GAP_PX, box.top - button.offsetHeight - GAP_PX);
    button.style.insetBlockStart = `${scrollY + top}px`;
    button.style.insetInlineStart = `${Math.max(GAP_PX, Math.min(scrollX + box.right, innerWidth - 140))}px`;
  };
  const start = () => {
    const selected = readSelection();
    if (!selected) return;
    const form = fillForm(selected);
    if (form) {
      form.style.setProperty('--sheet-at', `${selected.range.getBoundingClientRect().top}px`);
      openSheet(form, close);
    }
    formField('comment-body')?.focus();
    getSelection()?.removeAllRanges();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== 'KeyM') return;
    event.preventDefault();
    if (readSelection()) start();
    else formField('comment-body')?.focus();
  };
  document.addEventListener('selectionchange', show, { signal });
  document.addEventListener('keydown', onKey, { signal });
  // Keep the selection, which pressing the button would clear.
  button.addEventListener('pointerdown', (event) => event.preventDefault(), { signal });
  button.addEventListener('click', start, { signal });
  document.body.append(button);
  return () => {
    ending.abort();
    button.remove();
  };
}

const formField = (id: string) => document.getElementById(id) as HTMLInputElement | null;
const spaced = (text: string) => text.replace(/\s+/g, ' ');

const documentBody = () => document.getElementById('document-body');

/** Returns the selected text of the document; null if the selection is empty or too long. */
function readSelection(): Selected | null {
  const body = documentBody();
  const selection = getSelection();
  if (!body || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!body.contains(range.commonAncestorContainer)) return null;
  const quote = spaced(selection.toString()).trim();
  return quote === '' || quote.length > QUOTE_MAX ? null : { quote, range };
}

/** Returns the text around a range of the document. Reads the whole page. */
function contextOf({ startContainer, startOffset, endContainer, endOffset }: Range) {
  const [before, after] = [document.createRange(), document.createRange()];
  before.selectNodeContents(documentBody()!);
  before.setEnd(startContainer, startOffset);
  after.selectNodeContents(documentBody()!);
  after.setStart(endContainer, endOffset);
  return {
    prefix: spaced(before.toString()).slice(-QUOTE_AROUND_MAX).toWellFormed(),
    suffix: spaced(after.toString()).slice(0, QUOTE_AROUND_MAX).toWellFormed(),
  };
}

function fillForm({ quote, range }: Selected): HTMLFormElement | null {
  const form = document.querySelector<HTMLFormElement>('.comment-form');
  const field = formField('comment-quote');
  if (!form || !field) return null;
  field.value = quote;
  for (const [name, value] of Object.entries(contextOf(range))) {
    const hidden = form.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
    if (hidden) hidden.value = value;
  }
  field.closest('details')?.setAttribute('open', '');
  return form;
}
