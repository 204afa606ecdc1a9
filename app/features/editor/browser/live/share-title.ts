import type * as Y from 'yjs';
import { changedPart } from '#app/features/editor/browser/merge-remote.ts';
import { setValue } from '#app/ui/fit-height.ts';

/** Binds the title field to the shared title. `known` is the last title saved here. Returns an unbind function. */
export function shareTitle(input: HTMLTextAreaElement, title: Y.Text, known: string): () => void {
  const write = () => replace(title, title.toString(), input.value);
  const show = () => {
    const shared = title.toString();
    if (shared === input.value) return;
    const { selectionStart, selectionEnd } = input;
    const shift = shared.length - input.value.length;
    const end = commonStart(input.value, shared);
    const moved = (at: number | null) => (at === null || at <= end ? at : Math.max(end, at + shift));
    setValue(input, shared);
    if (document.activeElement === input) input.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  };
  if (input.value.trim() !== known) write();
  else show();
  const observe = (_event: unknown, { local }: Y.Transaction) => {
    if (!local) show();
  };
  input.addEventListener('input', write);
  title.observe(observe);
  return () => {
    input.removeEventListener('input', write);
    title.unobserve(observe);
  };
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function replace(text: Y.Text, before: string, after: string): void {
  const { from, to, insert } = changedPart(before, after);
  text.doc?.transact(() => {
    if (to > from) text.delete(from, to - from);
    if (insert !== '') text.insert(from, insert);
  });
}
