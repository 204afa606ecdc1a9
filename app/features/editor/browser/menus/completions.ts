import { autocompletion, type Completion, CompletionContext, type CompletionSource } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { drawIcon } from '#app/features/editor/browser/draw-icon.ts';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { documentPicker, wantedBefore } from '#app/features/editor/browser/menus/document-picker.ts';
import { emojiMenu, emojiNameBefore } from '#app/features/editor/browser/menus/emoji-menu.ts';
import { heldEnter } from '#app/features/editor/browser/menus/held-enter.ts';
import type { Insertion } from '#app/features/editor/browser/menus/insertions.ts';
import type { KnownPeople } from '#app/features/editor/browser/menus/known-people.ts';
import { peopleMenu } from '#app/features/editor/browser/menus/people-menu.ts';
import { slashMenu } from '#app/features/editor/browser/menus/slash-menu.ts';

/** Renders the icon of an option: an emoji or a symbol named by its type. */
function drawing({ type = '' }: Completion): Node {
  if (!type.startsWith('emoji:')) return drawIcon(type);
  const box = document.createElement('span');
  box.className = 'cm-option-emoji';
  box.textContent = type.slice('emoji:'.length);
  box.setAttribute('aria-hidden', 'true');
  return box;
}

/** Returns the first result. Code, formulas and HTML have no menus: Enter in `[[` of an array breaks the line. */
const firstOf =
  (sources: readonly CompletionSource[]): CompletionSource =>
  (context) => {
    if (isLiteral(context.state, context.pos)) return null;
    for (const source of sources) {
      const result = source(context);
      if (result) return result;
    }
    return null;
  };

type Menus = { docId: string; people: KnownPeople; more: readonly Insertion[] };

/** Completion menus: `/` for insertions, `[[` for documents, `@` for people, `:` for emoji. */
export const completions = ({ docId, people, more }: Menus): Extension => [
  heldEnter(isLoading),
  autocompletion({
    // A single source: an open menu ignores Enter while another source is pending.
    override: [firstOf([slashMenu(more), documentPicker(docId), peopleMenu(docId, people), emojiMenu])],
    icons: false,
    closeOnBlur: true,
    maxRenderedOptions: 60,
    interactionDelay: 0,
    activateOnTypingDelay: 0,
    addToOptions: [{ render: drawing, position: 20 }],
  }),
];

/** True before the cursor of a document's title or an emoji's name: their options are loaded. */
function isLoading({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  const context = new CompletionContext(state, head, false);
  return !isLiteral(state, head) && (wantedBefore(context) ?? emojiNameBefore(context)) !== null;
}
