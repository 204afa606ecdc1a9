import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Drop, Pointer } from '#app/features/tree/browser/tree-rules.ts';

export type DragHooks = {
  mayDrag: (id: string) => boolean;
  /** Returns what a drop there would do; null if not allowed. */
  dropAt: (id: string, key: string, pointer: Pointer) => Drop | null;
  onStart: (id: string) => void;
  /** Called when the drop target changes. */
  onOver: (drop: Drop | null) => void;
  onDrop: (id: string, drop: Drop) => void;
  onEnd: () => void;
};

const LINK = 'a.row:not(.turn)';
/** Levels with full steps in side.css. */
const FULL_STEPS = 5;

/**
 * Makes the rows of a list draggable and the list their drop target. A row registers when the pointer enters it, so
 * thousands of rows cost nothing; the zone in a row follows from the pointer's position.
 */
export function dragRows(list: HTMLElement, hooks: DragHooks): () => void {
  let registered: { link: HTMLElement; remove: () => void } | null = null;
  let isDragging = false;
  const prepare = (link: HTMLElement | null) => {
    if (!link || isDragging || registered?.link === link) return;
    registered?.remove();
    registered = { link, remove: register(link) };
  };
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') prepare((target as Element).closest<HTMLElement>(LINK));
  };

  function register(link: HTMLElement): () => void {
    const id = keyOf(link) ?? '';
    return draggable({
      element: link,
      canDrag: () => hooks.mayDrag(id),
      getInitialData: () => ({ id }),
      onDragStart: () => {
        isDragging = true;
        hooks.onStart(id);
      },
      onDrop: () => {
        isDragging = false;
        hooks.onEnd();
      },
    });
  }

  const find = (id: unknown, x: number, y: number): Drop | null => {
    const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[role="treeitem"]');
    const key = item && list.contains(item) ? item.dataset.key : undefined;
    return item && key && typeof id === 'string' ? hooks.dropAt(id, key, pointerIn(item, x, y)) : null;
  };
  const dropTarget = dropTargetForElements({
    element: list,
    canDrop: ({ source, input }) => find(source.data.id, input.clientX, input.clientY) !== null,
    getData: ({ source, input }) => ({ drop: find(source.data.id, input.clientX, input.clientY) }),
    getIsSticky: () => false,
    onDrag: ({ self }) => hooks.onOver(self.data.drop as Drop | null),
    onDragEnter: ({ self }) => hooks.onOver(self.data.drop as Drop | null),
    onDragLeave: () => hooks.onOver(null),
    onDrop: ({ source, self }) => {
      const drop = self.data.drop as Drop | null;
      if (drop) hooks.onDrop(source.data.id as string, drop);
    },
  });
  // The pointer is already in a row: it triggered the loading of this code.
  prepare(list.querySelector<HTMLElement>(`${LINK}:hover`));
  list.addEventListener('pointerover', onPointerOver);
  return () => {
    list.removeEventListener('pointerover', onPointerOver);
    registered?.remove();
    dropTarget();
  };
}

const keyOf = (element: Element) => element.closest<HTMLElement>('[data-key]')?.dataset.key;

function pointerIn(item: HTMLElement, x: number, y: number): Pointer {
  const { top, height, left } = item.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const style = getComputedStyle(item);
  const [step, flatStep] = ['--step', '--flat-step'].map(
    (name) => Number.parseFloat(style.getPropertyValue(name)) * rem,
  );
  const beyond = x - left - step! * (FULL_STEPS + 1);
  const level = beyond < 0 ? (x - left) / step! : FULL_STEPS + 1 + beyond / flatStep!;
  return { y: (y - top) / height, level: Math.floor(level) };
}
