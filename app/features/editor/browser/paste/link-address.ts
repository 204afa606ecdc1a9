import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { enclosing } from '#app/features/editor/browser/writing/inline-styles.ts';

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

type Range = { from: number; to: number };

/** Returns the change that links a selected text, or replaces the address of the link around it; null for others. */
function linked(state: EditorState, { from, to }: Range, address: string): (Range & { insert: string }) | null {
  const text = state.sliceDoc(from, to);
  if (text === '' || ADDRESS.test(text)) return null;
  const known = enclosing(state, { from, to }, 'Link')?.getChild('URL');
  if (known) return { from: known.from, to: known.to, insert: address };
  if (/[\n[\]]/.test(text) || isLiteral(state, from)) return null;
  return { from, to, insert: `[${text}](${address})` };
}

/**
 * Returns the change that a URL pasted over selections makes: each becomes a link, and gets the address where it is in
 * a link. Other cursors and selections get the URL as text. Null if there is no selection to link.
 */
export function linkedSelections(state: EditorState, plain: string): TransactionSpec | null {
  const pasted = plain.trim();
  if (!ADDRESS.test(pasted)) return null;
  const address = pasted.replace(/[()]/g, (character) => `\\${character}`);
  const { ranges } = state.selection;
  if (!ranges.some((range) => linked(state, range, address))) return null;
  const changed = new Set<number>();
  return state.changeByRange((range) => {
    const changes = linked(state, range, address) ?? { from: range.from, to: range.to, insert: pasted };
    // Several selections may lie in one link.
    if (changed.has(changes.from)) return { range };
    changed.add(changes.from);
    return { changes, range: EditorSelection.cursor(changes.from + changes.insert.length) };
  });
}
