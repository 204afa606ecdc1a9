import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DocumentRow, Row } from '#app/features/tree/browser/tree-model.ts';
import { type Drop, dropAt, mayMove } from '#app/features/tree/browser/tree-rules.ts';
import type { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import type { TreeActions } from '#app/features/tree/browser/use-tree-actions.ts';

const OPENS_AFTER_MS = 600;

type Options = { list: RefObject<HTMLElement | null>; rows: Row[]; store: TreeStore; actions: TreeActions };

/** Adds dragging to a list; the code loads with the first pointer that can drag. */
export function useDragging({ list, rows, store, actions }: Options): { dragged: string | null; drop: Drop | null } {
  const [dragged, setDragged] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const now = useRef({ rows, actions });
  now.current = { rows, actions };
  useOpenOnHover(rows, drop, actions);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    const begin = async ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      element.removeEventListener('pointerover', begin);
      const drag = await import('#app/features/tree/browser/tree-drag.ts').catch((error: unknown) => {
        console.warn('Rows are moved by keyboard and menu alone:', error);
        return null;
      });
      if (isGone || !drag) return;
      stop = drag.dragRows(element, {
        mayDrag: (id) => mayMove(store.getModel(), id),
        dropAt: (id, key, pointer) => dropAt(store.getModel(), now.current.rows, id, key, pointer),
        onStart: setDragged,
        onOver: (next) => setDrop((before) => (isSame(before, next) ? before : next)),
        onDrop: (id, { parentKey, beforeId }) => void now.current.actions.drop(id, { parentKey, beforeId }),
        onEnd: () => {
          setDragged(null);
          setDrop(null);
        },
      });
    };
    element.addEventListener('pointerover', begin);
    return () => {
      isGone = true;
      element.removeEventListener('pointerover', begin);
      stop?.();
    };
  }, [list, store]);
  return { dragged, drop };
}

/** Opens a closed branch while a dragged document rests on it. */
function useOpenOnHover(rows: Row[], drop: Drop | null, { toggle }: TreeActions): void {
  const key = drop?.zone === 'into' ? drop.key : null;
  useEffect(() => {
    const row = rows.find((each): each is DocumentRow => each.kind === 'document' && each.key === key);
    if (!row || row.isOpen || row.node.isLeaf) return;
    const timer = setTimeout(() => void toggle(row), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, rows, toggle]);
}

function isSame(a: Drop | null, b: Drop | null): boolean {
  return a?.key === b?.key && a?.zone === b?.zone && a?.level === b?.level;
}
