import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { attempt, createDocumentCommands } from '#app/browser/document-commands.ts';
import { reloadWhenConnected } from '#app/browser/reload-when-connected.ts';
import { currentSpot } from '#app/features/tree/browser/tree-changes.ts';
import {
  type DocumentRow,
  findNode,
  OWN,
  type TreeModel,
  type TreeNode,
  visibleRows,
} from '#app/features/tree/browser/tree-model.ts';
import { createMoves } from '#app/features/tree/browser/tree-moves.ts';
import { isRootKey } from '#app/features/tree/browser/tree-rules.ts';
import type { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

export type TreeActions = ReturnType<typeof useTreeActions>;

type Around = {
  store: TreeStore;
  currentId: string | null;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  focusRow: (key: string) => void;
};

/** Returns the actions of a row: shown at once, sent, and reverted with a message if refused. */
export function useTreeActions({ store, currentId, announce, focusRow }: Around) {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate: revalidateNow } = useRevalidator();
  return useMemo(() => {
    const revalidate = () => reloadWhenConnected(revalidateNow);
    const acts = createDocumentCommands({
      t,
      navigate,
      revalidate,
      show: (change, send) => store.change(change, send, revalidate),
    });
    const opening = (key: string) => t('treeWork.notOpened', { title: findNode(store.getModel(), key)?.title ?? '' });
    return {
      ...acts,
      ...createMoves({ t, store, revalidate, announce, focusRow }),
      visit: (id: string) => void navigate(`/doc/${id}`),
      toggle: async ({ key, isOpen }: DocumentRow): Promise<void> => {
        keepInAddress(key, isOpen, currentId);
        if (isOpen) await store.close(key);
        else await attempt(opening(key), () => store.open(key));
      },
      loadWhole: (key: string) => attempt(opening(key), () => store.loadWhole(key)),
      archive: async (node: TreeNode): Promise<void> => {
        const model = store.getModel();
        const neighbour = neighbourOf(model, node.id);
        const archived = acts.archive(node, currentId ? pageAfterArchiving(model, node.id, currentId) : null);
        if (neighbour) focusRow(neighbour);
        if (!(await archived)) focusRow(node.id);
      },
    };
  }, [store, currentId, announce, focusRow, t, navigate, revalidateNow]);
}

/** Returns the page to open if the current one is archived with one of its ancestors; null if it is not. */
function pageAfterArchiving(model: TreeModel, archivedId: string, currentId: string): string | null {
  for (let key: string | undefined = currentId; key && !isRootKey(key); key = currentSpot(model, key)?.parentKey) {
    if (key !== archivedId) continue;
    const parentKey = currentSpot(model, key)?.parentKey ?? OWN;
    return isRootKey(parentKey) ? '/' : `/doc/${parentKey}`;
  }
  return null;
}

/** Returns the row to focus after one is removed: the next after its branch, else the previous one. */
function neighbourOf(model: TreeModel, id: string): string | null {
  const rows = visibleRows(model, OWN);
  const index = rows.findIndex(({ key }) => key === id);
  const level = rows[index]?.level ?? 0;
  return (rows.slice(index + 1).find((row) => row.level <= level) ?? rows[index - 1])?.key ?? null;
}

/**
 * Ancestors of the current document are open on every page unless the address closes them. Writes this to the address,
 * as links do without JavaScript, so that a reload keeps it. The router is bypassed: no data changes.
 */
function keepInAddress(id: string, closes: boolean, currentId: string | null): void {
  const url = new URL(location.href);
  const closed = (url.searchParams.get('close') ?? '').split('.').filter((other) => other !== '' && other !== id);
  if (closes && currentId) closed.push(id);
  url.searchParams.delete('close');
  if (closed.length > 0) url.searchParams.set('close', closed.join('.'));
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
