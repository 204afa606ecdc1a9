import { StateField } from '@codemirror/state';
import {
  EditorView,
  type Rect,
  repositionTooltips,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import { insertLink, toggleBlock, toggleInline } from '#app/features/editor/browser/commands.ts';
import { drawIcon } from '#app/features/editor/browser/draw-icon.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

export type FloatingAction = { name: string; icon: string; run: (view: EditorView) => unknown };

const FORMATS: readonly FloatingAction[] = [
  { name: 'strong', icon: 'bold', run: toggleInline('strong') },
  { name: 'emphasis', icon: 'italic', run: toggleInline('emphasis') },
  { name: 'strike', icon: 'strikethrough', run: toggleInline('strike') },
  { name: 'code', icon: 'code', run: toggleInline('code') },
  { name: 'link', icon: 'link', run: insertLink },
  { name: 'h2', icon: 'heading-2', run: toggleBlock('h2') },
  { name: 'quote', icon: 'quote', run: toggleBlock('quote') },
];

function draw(view: EditorView, actions: readonly FloatingAction[]): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'cm-floating';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', textOf(view, 'editor.toolbar'));
  for (const { name, icon, run } of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = textOf(view, `editor.format.${name}`);
    button.setAttribute('aria-label', button.title);
    button.append(drawIcon(icon));
    // Keep the selection. Keyboard users have the same actions in the toolbar above.
    button.tabIndex = -1;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => run(view));
    bar.append(button);
  }
  return bar;
}

/** CodeMirror hides a tooltip there. */
const OUT_OF_SIGHT: Rect = { left: 0, right: 0, top: -1e6, bottom: -1e6 };

/**
 * Returns the place of all selected lines, so that the toolbar is below the last one where no room is above the first.
 */
const selectedLines = (view: EditorView) => (): Rect => {
  const { from, to } = view.state.selection.main;
  const [first, last] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const { left, right, top, bottom } = first ?? OUT_OF_SIGHT;
  return { left, right, top, bottom: first && last ? last.bottom : bottom };
};

/** Toolbar above selected text. Hidden on touch devices, where the system menu is shown there. */
export const floatingToolbar = (more: readonly FloatingAction[]) => {
  const actions = [...FORMATS, ...more];
  // One function for all places: CodeMirror keeps the drawn toolbar, also between the press and release of a button.
  const create = (view: EditorView): TooltipView => ({
    dom: draw(view, actions),
    getCoords: selectedLines(view),
    // CodeMirror measures a new toolbar only, not one whose selection grows.
    update: ({ selectionSet }) => selectionSet && repositionTooltips(view),
  });
  const field = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, { state }) {
      const { empty, from } = state.selection.main;
      if (empty || matchMedia('(pointer: coarse)').matches) return null;
      return tooltip?.pos === from ? tooltip : { pos: from, above: true, arrow: false, create };
    },
    provide: (self) => showTooltip.from(self),
  });
  return [field, hidingWhileDragging];
};

const setDragging =
  (isDragging: boolean) =>
  (_event: Event, { dom }: EditorView) =>
    void dom.toggleAttribute('data-dragging', isDragging);

/** The toolbar covers the lines around the selection, into which it may be dragged. */
const hidingWhileDragging = EditorView.domEventObservers({
  dragstart: setDragging(true),
  dragend: setDragging(false),
  // A moved element does not tell its end.
  drop: setDragging(false),
});
