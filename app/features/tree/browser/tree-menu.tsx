import { type ReactNode, useEffect, useState } from 'react';
import { request } from '#app/browser/request.ts';
import { findNode, type TreeModel } from '#app/features/tree/browser/tree-model.ts';
import { mayMove } from '#app/features/tree/browser/tree-rules.ts';
import type { MenuAt } from '#app/features/tree/browser/use-long-press.ts';
import type { TreeActions } from '#app/features/tree/browser/use-tree-actions.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { ContextMenu } from '#app/ui/context-menu.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';

type TreeMenuProps = {
  at: MenuAt;
  model: TreeModel;
  actions: TreeActions;
  isOwner: boolean;
  /** True if focus returns to the row. */
  onClose: (returnsFocus: boolean) => void;
  onRename: (key: string) => void;
};

/** Renders the permitted actions of a row. */
export function TreeMenu({ at, model, actions, isOwner, onClose, onRename }: TreeMenuProps) {
  const t = useTexts();
  const isOwnWork = useIsOwnWork(at.key, isOwner);
  const node = findNode(model, at.key);
  if (!node) return null;
  const { id, title, isStarred, canEdit } = node;
  const act = (work: () => unknown) => () => {
    onClose(true);
    void work();
  };
  return (
    <ContextMenu label={t('treeWork.menuOf', { title })} x={at.x} y={at.y} onClose={onClose}>
      <LinkItem href={`/doc/${id}`} icon="file" label={t('treeWork.open')} onClose={onClose} />
      {canEdit ? <Item icon="pencil" label={t('treeWork.rename')} keys="F2" onChoose={() => onRename(id)} /> : null}
      {canEdit ? <Item icon="plus" label={t('treeWork.inside')} onChoose={act(() => actions.create(id))} /> : null}
      <Item icon="copy" label={t('document.duplicate')} onChoose={act(() => actions.duplicate(node))} />
      <Item
        icon="star"
        label={t(isStarred ? 'document.unstar' : 'document.star')}
        onChoose={act(() => actions.star(node))}
      />
      {mayMove(model, id) ? (
        <LinkItem href={`/doc/${id}?move`} icon="move" label={t('move.title')} onClose={onClose} />
      ) : null}
      {isOwner ? (
        <LinkItem href={`/doc/${id}/share`} icon="share" label={t('document.share')} onClose={onClose} />
      ) : null}
      {isOwner ? (
        <>
          <hr />
          <Item icon="archive" label={t('document.archive')} onChoose={act(() => actions.archive(node))} />
        </>
      ) : null}
      {isOwnWork ? (
        <Item icon="download" label={t('document.takeCopy')} onChoose={act(() => actions.takeCopy(node))} />
      ) : null}
    </ContextMenu>
  );
}

/**
 * Returns true if the viewer may take a copy of a row in another owner's tree. Asked when the menu opens: the tree's
 * entries do not name authors. Without an answer the item is missing.
 */
function useIsOwnWork(id: string, isOwner: boolean): boolean {
  const [ownWork, setOwnWork] = useState<string | null>(null);
  useEffect(() => {
    if (isOwner) return;
    const asking = new AbortController();
    request<{ isOwnWork: boolean }>('GET', `/api/documents/${id}/card`, { quiet: true, signal: asking.signal }).then(
      (card) => card.isOwnWork && setOwnWork(id),
      () => undefined,
    );
    return () => asking.abort();
  }, [id, isOwner]);
  return ownWork === id;
}

function LinkItem({
  href,
  icon,
  label,
  onClose,
}: {
  href: string;
  icon: IconName;
  label: ReactNode;
  onClose: (returnsFocus: boolean) => void;
}) {
  return (
    <a role="menuitem" tabIndex={-1} className="row" href={href} onClick={() => setTimeout(onClose, 0, false)}>
      <Icon name={icon} />
      {label}
    </a>
  );
}

type ItemProps = { icon: IconName; label: string; keys?: string; onChoose: () => void };

function Item({ icon, label, keys, onChoose }: ItemProps) {
  return (
    <button role="menuitem" tabIndex={-1} className="row" type="button" onClick={onChoose}>
      <Icon name={icon} />
      {label}
      {keys ? <kbd className="tail">{keys}</kbd> : null}
    </button>
  );
}
