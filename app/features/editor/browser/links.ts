import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { openable } from '#app/features/editor/browser/preview/link-target.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

const addressAt = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('.cm-link')?.dataset.address ?? null) : null;

function open(address: string): void {
  const target = openable(address);
  if (target) window.open(target, '_blank', 'noreferrer');
}

/** A click places the cursor; with Ctrl or ⌘ it follows the link. */
const follow = EditorView.domEventHandlers({
  mousedown(event) {
    const address = event.ctrlKey || event.metaKey ? addressAt(event.target) : null;
    if (address === null) return false;
    event.preventDefault();
    open(address);
    return true;
  },
});

function card(view: EditorView, address: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-link-card';
  const target = openable(address);
  const link = document.createElement(target ? 'a' : 'span');
  link.textContent = address;
  if (target && link instanceof HTMLAnchorElement) {
    link.href = target;
    link.target = '_blank';
    link.rel = 'noreferrer';
    link.title = textOf(view, 'editor.openLink');
  }
  box.append(link);
  return box;
}

const whereTo = hoverTooltip((view, pos, side): Tooltip | null => {
  const { node, offset } = view.domAtPos(pos, side);
  const at = node.nodeType === Node.TEXT_NODE ? node.parentElement : node.childNodes[offset];
  const address = addressAt(at ?? null);
  if (address === null) return null;
  return { pos, above: false, create: () => ({ dom: card(view, address) }) };
});

export const links = [follow, whereTo];
