import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { DocumentItem, TurnItem } from '#app/client/tree/tree-item.tsx';
import { pressKey } from '#app/client/tree/tree-keys.ts';
import type { Row, TreeModel, TreeRoot } from '#app/client/tree/tree-model.ts';
import { visibleRows } from '#app/client/tree/tree-model.ts';
import type { TreeStore } from '#app/client/tree/tree-store.ts';
import { useDragging } from '#app/client/tree/use-dragging.ts';
import { useLongPress } from '#app/client/tree/use-long-press.ts';
import type { TreeActions } from '#app/client/tree/use-tree-actions.ts';
import { createTypeAhead } from '#app/ui/type-ahead.ts';
import { useWindow } from '#app/ui/use-window.ts';

/** Beyond this many visible rows only those in sight are there. */
const WHOLE_UP_TO = 500;

/** Where a menu opens: at the pointer, or under its button. */
export type MenuAt = { key: string; x: number; y: number };

type TreeListProps = {
  root: TreeRoot;
  labelledBy: string;
  model: TreeModel;
  store: TreeStore;
  actions: TreeActions;
  currentId: string | null;
  renaming: string | null;
  menu: MenuAt | null;
  /** The row that has to have focus now; a new object asks anew. */
  focus: { key: string } | null;
  setRenaming: (key: string | null) => void;
  openMenu: (at: MenuAt) => void;
};

/** One tree by the ARIA pattern: one tab stop, arrows inside it. Rows stay links to their documents. */
export function TreeList(props: TreeListProps) {
  const { root, labelledBy, model, store, actions, currentId, renaming, menu, focus, setRenaming, openMenu } = props;
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => visibleRows(model, root), [model, root]);
  const { focusKey, goTo } = useRovingFocus(list, rows, currentId, focus);
  const { dragged, drop } = useDragging({ list, rows, store, actions });
  const longPress = useLongPress(openMenu);
  const isLong = rows.length > WHOLE_UP_TO;
  const kept = useMemo(
    () => [focusKey, dragged, renaming].map((key) => rows.findIndex((row) => row.key === key)),
    [rows, focusKey, dragged, renaming],
  );
  const { shown, rowHeight } = useWindow({ list, count: rows.length, isOn: isLong, kept });
  const here = useLocation();
  const enter = (row: Row) =>
    row.kind === 'document' ? actions.visit(row.key) : void actions.loadWhole(row.parentKey);
  const [findTyped] = useState(createTypeAhead);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const key = keyAt(event.target);
    if (!key || event.defaultPrevented) return;
    const isMeant = pressKey(event, rows, key, {
      goTo,
      enter,
      toggle: (row) => void actions.toggle(row),
      rename: (row) => row.node.canEdit && setRenaming(row.key),
      openMenu: (row) => openMenu({ key: row.key, ...placeBeside(list.current, row.key) }),
      move: (row, how) => void actions.moveByKey(row.key, how),
    });
    if (isMeant || typeAhead(event, key)) event.preventDefault();
  };
  const typeAhead = ({ key: letter, ctrlKey, metaKey, altKey }: KeyboardEvent, key: string): boolean => {
    if ([...letter].length !== 1 || ctrlKey || metaKey || altKey) return false;
    const titles = rows.map((row) => (row.kind === 'document' ? row.node.title : ''));
    const found = findTyped(
      letter,
      titles,
      rows.findIndex((row) => row.key === key),
    );
    if (found >= 0) goTo(rows[found]!.key);
    return true;
  };
  const onClick = (event: MouseEvent<HTMLUListElement>) => {
    const key = keyAt(event.target);
    const row = rows.find((each) => each.key === key);
    const target = (event.target as Element).closest('a.twig, a.turn, .row-more');
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!row || !target || hasModifier) return;
    event.preventDefault();
    goTo(row.key);
    if (row.kind === 'turn') void actions.loadWhole(row.parentKey);
    else if (target.matches('.twig')) void actions.toggle(row);
    else openMenu({ key: row.key, ...placeUnder(target) });
  };
  const onContextMenu = (event: MouseEvent) => {
    const key = keyAt(event.target);
    const row = rows.find((each) => each.key === key);
    if (row?.kind !== 'document' || renaming === key) return;
    event.preventDefault();
    openMenu({ key: row.key, x: event.clientX, y: event.clientY });
  };
  const onRenamed = useCallback(
    (title: string | null) => {
      const key = renaming;
      setRenaming(null);
      if (!key) return;
      goTo(key);
      if (title) void actions.rename(key, title);
    },
    [renaming, setRenaming, goTo, actions],
  );

  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree by its ARIA pattern, on the list it is without a script
      role="tree"
      aria-labelledby={labelledBy}
      className={isLong ? 'tree is-long' : 'tree'}
      style={isLong ? { height: rows.length * rowHeight } : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      {...longPress}
    >
      {shown.map((index) => {
        const row = rows[index]!;
        const item = { isFocus: row.key === focusKey, top: isLong ? index * rowHeight : null };
        return row.kind === 'turn' ? (
          <TurnItem key={row.key} row={row} {...item} href={turnHref(here, row.to)} />
        ) : (
          <DocumentItem
            key={row.key}
            row={row}
            {...item}
            isCurrent={row.key === currentId}
            isRenaming={row.key === renaming}
            isMenuOpen={row.key === menu?.key}
            isDragged={row.key === dragged}
            drop={drop?.key === row.key ? drop : null}
            onRenamed={onRenamed}
          />
        );
      })}
    </ul>
  );
}

/** Roving focus: the row that Tab comes to, and a way to focus another once it is there. */
function useRovingFocus(
  list: { current: HTMLElement | null },
  rows: Row[],
  currentId: string | null,
  asked: { key: string } | null,
) {
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const toFocus = useRef<{ key: string } | null>(null);
  const goTo = useCallback((key: string) => {
    toFocus.current = { key };
    setWanted(toFocus.current);
  }, []);
  useLayoutEffect(() => {
    if (asked) goTo(asked.key);
  }, [asked, goTo]);
  useLayoutEffect(() => {
    if (!toFocus.current) return;
    itemOf(list.current, toFocus.current.key)?.focus();
    toFocus.current = null;
  });
  const isThere = (key: string | null | undefined) => rows.some((row) => row.key === key);
  const focusKey = [wanted?.key, currentId, rows[0]?.key].find(isThere) ?? null;
  return { focusKey, goTo };
}

const keyAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-key]')?.dataset.key;
const itemOf = (list: HTMLElement | null, key: string) => list?.querySelector<HTMLElement>(`[data-key="${key}"]`);

function placeUnder(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

function placeBeside(list: HTMLElement | null, key: string): { x: number; y: number } {
  const name = itemOf(list, key)?.querySelector('.name');
  return name ? placeUnder(name) : { x: 0, y: 0 };
}

function turnHref(
  { pathname, search }: { pathname: string; search: string },
  to: { parentId: string | null; page: number },
) {
  const query = new URLSearchParams(search);
  query.set('level', `${to.parentId ?? 'root'}.${to.page}`);
  return `${pathname}?${query}`;
}
