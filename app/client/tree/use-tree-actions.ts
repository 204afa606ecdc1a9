import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { RequestError, request } from '#app/client/request.ts';
import { currentSpot, moveRequest, type Spot, type TreeChange } from '#app/client/tree/tree-changes.ts';
import { type DocumentRow, findNode, OWN, type TreeModel, visibleRows } from '#app/client/tree/tree-model.ts';
import { isRootKey, type KeyMove, mayEnter, mayMove, spotByKey } from '#app/client/tree/tree-rules.ts';
import type { TreeStore } from '#app/client/tree/tree-store.ts';
import { addToast } from '#app/ui/toasts.ts';
import { useTexts } from '#app/ui/use-texts.ts';

export type TreeActions = ReturnType<typeof useTreeActions>;

type Around = {
  store: TreeStore;
  currentId: string | null;
  /** Says it to whoever hears the page instead of seeing it. */
  announce: (text: string) => void;
  focusRow: (key: string) => void;
};

/** What can be done with a row: shown at once, sent, and taken back with a reason where it is refused. */
export function useTreeActions({ store, currentId, announce, focusRow }: Around) {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useMemo(() => {
    /** True when it was done. What the server said against it is told; an outage has been told already. */
    async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
      try {
        await work();
        return true;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (error.failure === 'answer') addToast({ title, description: error.message, variant: 'destructive' });
        return false;
      }
    }

    async function change(change: TreeChange, send: () => Promise<unknown>): Promise<void> {
      await store.change(change, send);
      void revalidate();
    }

    async function move(id: string, spot: Spot): Promise<boolean> {
      const body = moveRequest(store.getModel(), id, spot, isRootKey);
      const title = t('treeWork.notMoved', { title: titleOf(id) });
      return attempt(title, () =>
        change({ kind: 'move', id, ...spot }, () => request('POST', '/api/documents/move', { body })),
      );
    }

    const titleOf = (id: string) => findNode(store.getModel(), id)?.title ?? '';

    return {
      toggle: async ({ key, isOpen, node }: DocumentRow): Promise<void> => {
        keepInAddress(key, isOpen, currentId);
        if (isOpen) return store.close(key);
        await attempt(t('treeWork.notOpened', { title: node.title }), () => store.open(key));
      },
      loadWhole: (key: string) => attempt(t('treeWork.notOpened', { title: titleOf(key) }), () => store.loadWhole(key)),
      visit: (id: string) => void navigate(`/doc/${id}`),

      /** By dragging: with a way back in the toast. */
      drop: async (id: string, spot: Spot): Promise<void> => {
        const from = currentSpot(store.getModel(), id);
        if (!from || isSame(from, spot, id)) return;
        if (!(await move(id, spot))) return;
        const values = { title: titleOf(id) };
        announce(t('toast.moved', values));
        const undo = () => void move(id, from).then((isBack) => isBack && announce(t('treeWork.movedBack', values)));
        addToast({ title: t('toast.moved', values), action: { label: t('toast.undo'), run: undo } });
      },

      /** By keys: said, not shown, and focus stays on the row. */
      moveByKey: async (id: string, how: KeyMove): Promise<void> => {
        const spot = spotByKey(store.getModel(), id, how);
        if (!spot) return announce(t(`treeWork.end.${how}`));
        const { parentKey } = spot;
        if (!mayMove(store.getModel(), id) || !mayEnter(store.getModel(), id, parentKey)) {
          return announce(t('treeWork.mayNot', { title: titleOf(id) }));
        }
        const isKnown = isRootKey(parentKey) || findNode(store.getModel(), parentKey)?.isLeaf;
        if (how === 'in' && !isKnown && !(await attempt(titleOf(id), () => store.open(parentKey)))) return;
        const moved = move(id, spot);
        if (how === 'in') void attempt(titleOf(id), () => store.open(parentKey));
        announce(whereText(store.getModel(), id));
        focusRow(id);
        if (!(await moved)) focusRow(id);
      },

      rename: (id: string, title: string) =>
        attempt(t('treeWork.notRenamed', { title: titleOf(id) }), () =>
          change({ kind: 'update', id, title }, () => request('PATCH', `/api/documents/${id}`, { body: { title } })),
        ),
      star: async ({ id, isStarred }: { id: string; isStarred: boolean }): Promise<void> => {
        const body = { isStarred: !isStarred };
        const send = () => request('PATCH', `/api/documents/${id}`, { body });
        if (!(await attempt(titleOf(id), () => change({ kind: 'update', id, ...body }, send)))) return;
        addToast({ title: t(isStarred ? 'toast.unstarred' : 'toast.starred') });
      },
      createInside: (parentId: string | null) =>
        attempt(t('treeWork.notCreated'), async () => {
          const body = { title: t('document.untitled'), content: '', parentId };
          const { id } = await request<{ id: string }>('POST', '/api/documents', { body });
          if (parentId) await store.open(parentId);
          await navigate(`/doc/${id}/edit`);
        }),
      duplicate: (id: string) =>
        attempt(titleOf(id), async () => {
          const copy = await request<{ id: string; title: string }>('POST', `/api/documents/${id}/duplicate`);
          await navigate(`/doc/${copy.id}`);
          addToast({ title: t('toast.duplicated', { title: titleOf(id) }) });
        }),
      archive: async (id: string): Promise<void> => {
        const values = { title: titleOf(id) };
        const parent = currentSpot(store.getModel(), id)?.parentKey ?? OWN;
        const isLeaving = currentId !== null && isAtOrBelow(store.getModel(), currentId, id);
        const neighbour = neighbourOf(store.getModel(), id);
        const isDone = await attempt(t('treeWork.notArchived', values), async () => {
          const sent = store.change({ kind: 'remove', id }, () => request('POST', `/api/documents/${id}/archive`));
          if (neighbour) focusRow(neighbour);
          await sent;
          if (isLeaving) await navigate(isRootKey(parent) ? '/' : `/doc/${parent}`);
          else await revalidate();
        });
        if (!isDone) return focusRow(id);
        const restore = () =>
          void attempt(values.title, async () => {
            await request('POST', `/api/documents/${id}/restore`);
            await revalidate();
            addToast({ title: t('toast.restored', values) });
          });
        addToast({ title: t('toast.archived', values), action: { label: t('toast.undo'), run: restore } });
      },
    };

    /** “Garden”, 2 of 5 in “Plants”. */
    function whereText(model: TreeModel, id: string): string {
      const spot = currentSpot(model, id);
      if (!spot) return t('toast.moved', { title: titleOf(id) });
      const nodes = model.levels.get(spot.parentKey)!.nodes;
      const values = {
        title: titleOf(id),
        place: String(nodes.findIndex((node) => node.id === id) + 1),
        size: String(nodes.length),
      };
      if (isRootKey(spot.parentKey)) return t('treeWork.nowAtTop', values);
      return t('treeWork.nowIn', { ...values, parent: titleOf(spot.parentKey) });
    }
  }, [store, currentId, announce, focusRow, t, navigate, revalidate]);
}

function isSame(from: Spot, to: Spot, id: string): boolean {
  return from.parentKey === to.parentKey && (from.beforeId === to.beforeId || to.beforeId === id);
}

function isAtOrBelow(model: TreeModel, id: string, aboveId: string): boolean {
  for (let key: string | undefined = id; key && !isRootKey(key); key = currentSpot(model, key)?.parentKey) {
    if (key === aboveId) return true;
  }
  return false;
}

/** The row that has focus when one is gone: the one after its branch, else the one before. */
function neighbourOf(model: TreeModel, id: string): string | null {
  const rows = visibleRows(model, OWN);
  const index = rows.findIndex(({ key }) => key === id);
  const level = rows[index]?.level ?? 0;
  return (rows.slice(index + 1).find((row) => row.level <= level) ?? rows[index - 1])?.key ?? null;
}

/**
 * A branch on the way to the current document stands open on every page but where the address says otherwise; the
 * address says so, as it does without a script, and loading it again changes nothing. The router need not know.
 */
function keepInAddress(id: string, closes: boolean, currentId: string | null): void {
  const url = new URL(location.href);
  const closed = (url.searchParams.get('close') ?? '').split('.').filter((other) => other !== '' && other !== id);
  if (closes && currentId) closed.push(id);
  url.searchParams.delete('close');
  if (closed.length > 0) url.searchParams.set('close', closed.join('.'));
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
