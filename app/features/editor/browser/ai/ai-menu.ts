import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { startAi } from '#app/features/editor/browser/ai/ask.ts';
import type { AiAction } from '#app/features/editor/browser/ai/suggestion.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

export const AI_ACTIONS: readonly AiAction[] = ['continue', 'improve', 'shorten', 'summarize', 'translate'];
/** Actions for a selection, the least common last. */
const ON_SELECTION: readonly AiAction[] = ['improve', 'shorten', 'summarize', 'translate', 'continue'];

const show = StateEffect.define<string | null>();

/** Opens the menu of AI actions. No request is sent before one is chosen. */
export function openAiMenu(view: EditorView, docId: string): void {
  view.dispatch({ effects: show.of(docId), scrollIntoView: true });
}

function close(view: EditorView): void {
  view.dispatch({ effects: show.of(null) });
  view.focus();
}

function draw(view: EditorView, docId: string): HTMLElement {
  const menu = document.createElement('div');
  menu.className = 'cm-ai-menu';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', textOf(view, 'ai.action'));
  const actions = view.state.selection.main.empty ? AI_ACTIONS : ON_SELECTION;
  for (const action of actions) {
    const item = makeButton(textOf(view, `ai.actions.${action}`), 'row', () => {
      close(view);
      startAi(view, docId, action);
    });
    item.setAttribute('role', 'menuitem');
    item.tabIndex = -1;
    menu.append(item);
  }
  menu.addEventListener('keydown', (event) => onKey(event, menu, view));
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && menu.contains(relatedTarget)) return;
    // Removing the menu fires `focusout` too, inside of an update.
    queueMicrotask(() => menu.isConnected && view.dispatch({ effects: show.of(null) }));
  });
  return menu;
}

function onKey(event: KeyboardEvent, menu: HTMLElement, view: EditorView): void {
  const items = [...menu.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next !== undefined) items[(next + items.length) % items.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close(view);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function tooltipAt(pos: number, docId: string): Tooltip {
  return {
    pos,
    create: (view) => {
      const dom = draw(view, docId);
      return { dom, mount: () => queueMicrotask(() => dom.querySelector('button')?.focus({ preventScroll: true })) };
    },
  };
}

/** State of the AI menu that the toolbar buttons open. */
export const aiMenu = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { state, effects, changes }) {
    const wanted = effects.find((effect) => effect.is(show));
    if (wanted) return wanted.value === null ? null : tooltipAt(state.selection.main.head, wanted.value);
    // The menu has the focus, so that only others change the text meanwhile.
    return tooltip && { ...tooltip, pos: changes.mapPos(tooltip.pos) };
  },
  provide: (field) => showTooltip.from(field),
});
