import { useCallback, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { DocumentItem, TurnItem } from '#app/features/tree/browser/tree-item.tsx';
import { findNode, type TreeModel, type TreeRoot, visibleRows } from '#app/features/tree/browser/tree-model.ts';
import type { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import { useDragging } from '#app/features/tree/browser/use-dragging.ts';
import type { MenuAt } from '#app/features/tree/browser/use-long-press.ts';
import { useLongPress } from '#app/features/tree/browser/use-long-press.ts';
import { useRovingFocus } from '#app/features/tree/browser/use-roving-focus.ts';
import type { TreeActions } from '#app/features/tree/browser/use-tree-actions.ts';
import { useTreeInput } from '#app/features/tree/browser/use-tree-input.ts';
import { useWindow } from '#app/ui/use-window.ts';

/** Beyond this many visible rows only those in view are rendered. */
const WHOLE_UP_TO = 500;

type TreeListProps = {
  root: TreeRoot;
  labelledBy: string;
  model: TreeModel;
  store: TreeStore;
  actions: TreeActions;
  currentId: string | null;
  renaming: string | null;
  menu: MenuAt | null;
  /** The row to focus; a new object requests focus again. */
  focus: { key: string } | null;
  setRenaming: (key: string | null) => void;
  openMenu: (at: MenuAt) => void;
};

/** Renders one tree by the ARIA pattern: one tab stop, arrow keys inside. Rows stay links to their documents. */
export function TreeList(props: TreeListProps) {
  const { root, model, store, actions, currentId, renaming, menu, setRenaming, openMenu } = props;
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => visibleRows(model, root), [model, root]);
  const { focusKey, goTo } = useRovingFocus({ list, rows, currentId, asked: props.focus });
  const { dragged, drop } = useDragging({ list, rows, store, actions });
  const input = useTreeInput({ list, rows, actions, renaming, goTo, setRenaming, openMenu });
  const longPress = useLongPress(openMenu);
  const onRenamed = useRenamed({ model, renaming, setRenaming, goTo, actions });
  const isLong = rows.length > WHOLE_UP_TO;
  const kept = useMemo(
    () => [focusKey, dragged, renaming].map((key) => rows.findIndex((row) => row.key === key)),
    [rows, focusKey, dragged, renaming],
  );
  const { shown, rowHeight } = useWindow({ list, count: rows.length, isOn: isLong, kept });
  const here = useLocation();
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree by its ARIA pattern, on the list it is without a script
      role="tree"
      aria-labelledby={props.labelledBy}
      className={isLong ? 'tree is-long' : 'tree'}
      style={isLong ? { height: rows.length * rowHeight } : undefined}
      {...input}
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

type Renaming = Pick<TreeListProps, 'model' | 'renaming' | 'setRenaming' | 'actions'> & { goTo: (key: string) => void };

function useRenamed({ model, renaming, setRenaming, goTo, actions }: Renaming) {
  return useCallback(
    (title: string | null, returnsFocus: boolean) => {
      setRenaming(null);
      const node = renaming ? findNode(model, renaming) : null;
      if (!node) return;
      if (returnsFocus) goTo(node.id);
      if (title) void actions.rename(node, title);
    },
    [model, renaming, setRenaming, goTo, actions],
  );
}

type Here = { pathname: string; search: string };

function turnHref({ pathname, search }: Here, { parentId, page }: { parentId: string | null; page: number }): string {
  const query = new URLSearchParams(search);
  query.set('level', `${parentId ?? 'root'}.${page}`);
  return `${pathname}?${query}`;
}
