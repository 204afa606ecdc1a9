import {
  type Completion,
  CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { shareToMention } from '#app/browser/mentionable.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { textOf, texts } from '#app/features/editor/browser/texts.ts';
import { trackRange } from '#app/features/editor/browser/track-range.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { BEFORE_MENTION, MENTION_BEGUN, matchesBegun } from '#app/ui/mention-typing.ts';

/**
 * Shares the document with a person, then inserts the mention; inserts nothing if sharing fails. The mention replaces
 * the typed name, or goes to the cursor if that text has changed.
 */
const sharing =
  (docId: string, person: Mentionable) =>
  (view: EditorView, _completion: Completion, from: number, to: number): void => {
    const shared = textOf(view, 'toast.shared', { email: person.shareWith ?? '' });
    const insert = `${person.markdown} `;
    const typed = view.state.sliceDoc(from, to);
    const place = trackRange(view, { from, to });
    closeCompletion(view);
    void shareToMention(docId, person, shared).then((isShared) => {
      const at = place.end();
      if (!isShared) return;
      const { head } = view.state.selection.main;
      const isThere = view.state.sliceDoc(at.from, at.to) === typed;
      const changes = { ...(isThere ? at : { from: head, to: head }), insert };
      const isBehind = head === changes.to;
      view.dispatch({ changes, ...(isBehind ? { selection: { anchor: changes.from + insert.length } } : {}) });
    });
  };

const BEGUN = new RegExp(`(?<=${BEFORE_MENTION})${MENTION_BEGUN}`, 'u');

/** Returns the `@` and the name before the cursor, null without one. */
export const personBefore = (context: CompletionContext) => context.matchBefore(BEGUN);

/** Opens the menu if the cursor is behind an `@` and no menu is open: one that is keeps its chosen person. */
function openMenu(view: EditorView): void {
  const { state } = view;
  const context = new CompletionContext(state, state.selection.main.head, false);
  if (completionStatus(state) === null && personBefore(context)) startCompletion(view);
}

/** Completes the names of people after an `@` that begins a word. */
export const peopleMenu =
  (docId: string, people: KnownPeople) =>
  (context: CompletionContext): CompletionResult | null => {
    const typed = personBefore(context);
    if (!typed) return null;
    people.load(() => context.view && openMenu(context.view));
    const begun = typed.text.slice(1);
    const options = people.list
      .filter((person) => matchesBegun(person, begun))
      .map((person): Completion => {
        const { name, markdown, shareWith } = person;
        const initial = [...name][0]?.toUpperCase() ?? '';
        const option = { label: name, type: `emoji:${initial}` };
        if (!shareWith) return { ...option, apply: `${markdown} ` };
        const words = context.state.facet(texts)('comments.shareWith', { name });
        return { ...option, displayLabel: words, apply: sharing(docId, person) };
      });
    // Synchronous, so that Enter directly after a letter applies to the filtered list.
    const update = (_result: CompletionResult, _from: number, _to: number, now: CompletionContext) =>
      peopleMenu(docId, people)(now);
    return options.length > 0 ? { from: typed.from, options, filter: false, update } : null;
  };
