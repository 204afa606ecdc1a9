import type { TFunction } from 'i18next';
import { attempt } from '#app/browser/document-commands.ts';
import { request } from '#app/browser/request.ts';
import { currentSpot, moveRequest, type Spot } from '#app/features/tree/browser/tree-changes.ts';
import { findNode, type TreeModel } from '#app/features/tree/browser/tree-model.ts';
import { isRootKey, type KeyMove, mayEnter, mayMove, spotByKey } from '#app/features/tree/browser/tree-rules.ts';
import type { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import { addToast } from '#app/ui/toasts.ts';

type Around = {
  t: TFunction;
  store: TreeStore;
  revalidate: () => Promise<void>;
  announce: (text: string) => void;
  focusRow: (key: string) => void;
};

/** Creates the move actions of the tree. Moves are shown at once, and reverted with a message if refused. */
export function createMoves({ t, store, revalidate, announce, focusRow }: Around) {
  const titleOf = (id: string) => findNode(store.getModel(), id)?.title ?? '';

  function move(id: string, spot: Spot): Promise<boolean> {
    const body = moveRequest(store.getModel(), id, spot, isRootKey);
    return attempt(t('treeWork.notMoved', { title: titleOf(id) }), async () => {
      const send = () => request('POST', '/api/documents/move', { body });
      await store.change({ kind: 'move', id, ...spot }, send, revalidate);
    });
  }

  /** A move by dragging; the toast offers undo. */
  async function drop(id: string, spot: Spot): Promise<void> {
    const from = currentSpot(store.getModel(), id);
    if (!from || isSame(from, spot, id) || !(await move(id, spot))) return;
    const values = { title: titleOf(id) };
    announce(t('toast.moved', values));
    const run = () => void move(id, from).then((isBack) => isBack && announce(t('treeWork.movedBack', values)));
    addToast({ title: t('toast.moved', values), action: { label: t('toast.undo'), run } });
  }

  /** Moves by keyboard: announced, without a toast; focus stays on the row. */
  async function moveByKey(id: string, how: KeyMove): Promise<void> {
    const model = store.getModel();
    const spot = spotByKey(model, id, how);
    if (!spot) return announce(t(`treeWork.end.${how}`));
    if (!mayMove(model, id) || !mayEnter(model, id, spot.parentKey)) {
      return announce(t('treeWork.mayNot', { title: titleOf(id) }));
    }
    if (how === 'in' && !(await openFor(spot.parentKey))) return;
    const moved = move(id, spot);
    if (how === 'in') await openFor(spot.parentKey);
    announce(placeText(t, store.getModel(), id));
    focusRow(id);
    if (!(await moved)) focusRow(id);
  }

  /** Opens the branch that receives a document; a leaf becomes one only once it contains the document. */
  async function openFor(key: string): Promise<boolean> {
    const node = findNode(store.getModel(), key);
    if (!node || node.isLeaf) return true;
    return attempt(t('treeWork.notOpened', { title: node.title }), () => store.open(key));
  }

  return { drop, moveByKey };
}

function isSame(from: Spot, to: Spot, id: string): boolean {
  return from.parentKey === to.parentKey && (from.beforeId === to.beforeId || to.beforeId === id);
}

/** Returns the announcement of a place: “Garden”, 2 of 5 in “Plants”. */
function placeText(t: TFunction, model: TreeModel, id: string): string {
  const title = findNode(model, id)?.title ?? '';
  const spot = currentSpot(model, id);
  if (!spot) return t('toast.moved', { title });
  const { nodes } = model.levels.get(spot.parentKey)!;
  const place = String(nodes.findIndex((node) => node.id === id) + 1);
  const values = { title, place, size: String(nodes.length) };
  if (isRootKey(spot.parentKey)) return t('treeWork.nowAtTop', values);
  return t('treeWork.nowIn', { ...values, parent: findNode(model, spot.parentKey)?.title ?? '' });
}
