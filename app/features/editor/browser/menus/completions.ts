import { autocompletion, type Completion, CompletionContext, type CompletionSource } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { drawIcon } from '#app/features/editor/browser/draw-icon.ts';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { documentPicker, wantedBefore } from '#app/features/editor/browser/menus/document-picker.ts';
import { emojiMenu, emojiNameBefore } from '#app/features/editor/browser/menus/emoji-menu.ts';
import { heldEnter } from '#app/features/editor/browser/menus/held-enter.ts';
import type { Insertion } from '#app/features/editor/browser/menus/insertions.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { offeredSlash } from '#app/features/editor/browser/menus/offered-slash.ts';
import { peopleMenu, personBefore } from '#app/features/editor/browser/menus/people-menu.ts';
import { insertionBefore, slashMenu } from '#app/features/editor/browser/menus/slash-menu.ts';

/** Renders the icon of an option: an emoji or a symbol named by its type. */
function drawing({ type = '' }: Completion): Node {
  if (!type.startsWith('emoji:')) return drawIcon(type);
  const box = document.createElement('span');
  box.className = 'cm-option-emoji';
  box.textContent = type.slice('emoji:'.length);
  box.setAttribute('aria-hidden', 'true');
  return box;
}

const BEGINNINGS = [insertionBefore, wantedBefore, personBefore, emojiNameBefore];

/**
 * Tests whether a menu is begun before a position. Code, formulas and HTML have no menus: Enter in `[[` of an array
 * breaks the line.
 */
function isBegun(state: EditorState, pos: number): boolean {
  const context = new CompletionContext(state, pos, false);
  return BEGINNINGS.some((before) => before(context) !== null) && !isLiteral(state, pos);
}

/** A single source: an open menu ignores Enter while another source is pending. */
const firstOf =
  (sources: readonly CompletionSource[]): CompletionSource =>
  (context) => {
    for (const source of sources) {
      const result = source(context);
      if (result) return result;
    }
    return null;
  };

type Menus = { docId: string; people: KnownPeople; more: readonly Insertion[] };

/**
 * Completion menus: `/` for insertions, `[[` for documents, `@` for people, `:` for emoji. Other text has no source, as
 * CodeMirror updates the editor a second time after every letter that it asks a source about.
 */
export function completions({ docId, people, more }: Menus): Extension {
  const autocomplete = firstOf([slashMenu(more), documentPicker(docId), peopleMenu(docId, people), emojiMenu]);
  return [
    heldEnter(isLoading),
    offeredSlash,
    EditorState.languageData.of((state, pos) => (isBegun(state, pos) ? [{ autocomplete }] : [])),
    autocompletion({
      icons: false,
      closeOnBlur: true,
      maxRenderedOptions: 60,
      interactionDelay: 0,
      activateOnTypingDelay: 0,
      addToOptions: [{ render: drawing, position: 20 }],
    }),
  ];
}

/** True before the cursor of a document's title or an emoji's name: their options are loaded. */
function isLoading({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  const context = new CompletionContext(state, head, false);
  return !isLiteral(state, head) && (wantedBefore(context) ?? emojiNameBefore(context)) !== null;
}
