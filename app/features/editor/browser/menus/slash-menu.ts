import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { INSERTIONS, type Insertion } from '#app/features/editor/browser/menus/insertions.ts';
import { texts } from '#app/features/editor/browser/texts.ts';

/** Chinese keyboards type `、` on the slash key. Words have single spaces between them, none follows the slash. */
const TYPED = /(?<![^\s\u3000])[/、](?:[\p{L}\p{N}]+ )*[\p{L}\p{N}]*$/u;

/** Returns the slash and the words before the cursor, null without one. */
export const insertionBefore = (context: CompletionContext) => context.matchBefore(TYPED);

/**
 * Matches any part of the label, the English name or the synonyms. Several words match only words of the label in their
 * order, each by its beginning, as sentences go on behind a slash, too.
 */
function fits(label: string, words: string, typed: string): boolean {
  const wanted = typed.toLowerCase();
  const isPhrase = wanted.includes(' ');
  if (isPhrase) return new RegExp(`(?<!\\S)${wanted.replaceAll(' ', '\\S* ')}`).test(label.toLowerCase());
  return `${label} ${words}`.toLowerCase().includes(wanted);
}

/** Completion source of the slash menu; `more` adds insertions of the page (files, AI). */
export const slashMenu =
  (more: readonly Insertion[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const before = insertionBefore(context);
    if (!before) return null;
    const { from } = before;
    const typed = before.text.slice(1);
    const t = context.state.facet(texts);
    const options = [...INSERTIONS, ...more].flatMap((insertion): Completion[] => {
      const { name, icon, run } = insertion;
      const label = t(`editor.insert.${name}`);
      if (!fits(label, `${name} ${t(`editor.words.${name}`)}`, typed)) return [];
      // The editor's positions: others may have changed the text since the menu opened.
      const apply = (view: EditorView, _option: Completion, start: number, end: number) => {
        const to = Math.min(end, view.state.selection.main.head);
        view.dispatch({ changes: { from: start, to }, userEvent: 'delete' });
        run(view);
      };
      return [{ label, type: icon, apply }];
    });
    // Synchronous, so that Enter directly after a letter applies to the filtered list.
    const update = (_result: CompletionResult, _from: number, _to: number, now: CompletionContext) =>
      slashMenu(more)(now);
    return options.length > 0 ? { from, options, filter: false, update } : null;
  };
