import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import { pressKey } from '#app/features/tree/browser/tree-keys.ts';
import type { DocumentRow, Row } from '#app/features/tree/browser/tree-model.ts';
import type { MenuAt } from '#app/features/tree/browser/use-long-press.ts';
import { itemOf } from '#app/features/tree/browser/use-roving-focus.ts';
import type { TreeActions } from '#app/features/tree/browser/use-tree-actions.ts';
import { createTypeAhead } from '#app/ui/type-ahead.ts';

type Options = {
  list: RefObject<HTMLElement | null>;
  rows: Row[];
  actions: TreeActions;
  renaming: string | null;
  goTo: (key: string) => void;
  setRenaming: (key: string) => void;
  openMenu: (at: MenuAt) => void;
};

/** Handles keys and clicks of the whole list with one set of listeners. */
export function useTreeInput({ list, rows, actions, renaming, goTo, setRenaming, openMenu }: Options) {
  const [findTyped] = useState(createTypeAhead);
  const rowAt = (target: EventTarget) => rows.find((row) => row.key === keyAt(target));
  const commands = {
    goTo,
    enter: (row: Row) => (row.kind === 'document' ? actions.visit(row.key) : void actions.loadWhole(row.parentKey)),
    toggle: (row: DocumentRow) => void actions.toggle(row),
    rename: (row: DocumentRow) => row.node.canEdit && setRenaming(row.key),
    openMenu: (row: DocumentRow) => openMenu({ key: row.key, ...under(itemOf(list.current, row.key), '.name') }),
    create: (row: DocumentRow) => row.node.canEdit && void actions.create(row.key),
    move: (row: DocumentRow, how: 'up' | 'down' | 'in' | 'out') => void actions.moveByKey(row.key, how),
  };
  const typeAhead = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, from: Row): boolean => {
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return false;
    const titles = rows.map((row) => (row.kind === 'document' ? row.node.title : ''));
    const found = findTyped(key, titles, rows.indexOf(from));
    if (found >= 0) goTo(rows[found]!.key);
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const row = rowAt(event.target);
      if (!row || event.defaultPrevented) return;
      if (pressKey(event, rows, row.key, commands) || typeAhead(event, row)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const row = rowAt(event.target);
      const target = (event.target as Element).closest('a.twig, a.turn, .row-add, .row-more');
      const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!row || !target || hasModifier) return;
      event.preventDefault();
      goTo(row.key);
      if (row.kind === 'turn') void actions.loadWhole(row.parentKey);
      else if (target.matches('.twig')) void actions.toggle(row);
      else if (target.matches('.row-add')) {
        // The second click of a double click may come after the first has made its document.
        if (event.detail < 2) void actions.create(row.key);
      } else openMenu({ key: row.key, ...under(target) });
    },
    onContextMenu: (event: MouseEvent) => {
      const row = rowAt(event.target);
      if (row?.kind !== 'document' || renaming === row.key) return;
      event.preventDefault();
      openMenu({ key: row.key, x: event.clientX, y: event.clientY });
    },
  };
}

const keyAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-key]')?.dataset.key;

function under(element: Element | null, part?: string): { x: number; y: number } {
  const box = (part ? element?.querySelector(part) : element)?.getBoundingClientRect();
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 };
}
