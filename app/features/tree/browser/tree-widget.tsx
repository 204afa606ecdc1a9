import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { TreeList } from '#app/features/tree/browser/tree-list.tsx';
import { TreeMenu } from '#app/features/tree/browser/tree-menu.tsx';
import { findPlace, OWN, SHARED, type TreeModel } from '#app/features/tree/browser/tree-model.ts';
import { isRootKey } from '#app/features/tree/browser/tree-rules.ts';
import { TreeStore } from '#app/features/tree/browser/tree-store.ts';
import type { MenuAt } from '#app/features/tree/browser/use-long-press.ts';
import { useTreeActions } from '#app/features/tree/browser/use-tree-actions.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { OpenBranches } from '#app/services/documents/open-branches.ts';
import { askBeforeUnload } from '#app/ui/unsent-work.ts';

export type TreeWidgetProps = {
  branches: OpenBranches;
  currentId: string | null;
  /** The document whose link had focus in the server-rendered rows. */
  focusedId: string | null;
};

/** Renders the interactive tree, which replaces the server's rows with the same rows. */
export function TreeWidget({ branches, currentId, focusedId }: TreeWidgetProps) {
  const t = useTexts();
  const [store] = useState(() => {
    const made = new TreeStore();
    made.take(branches, currentId);
    return made;
  });
  useLayoutEffect(() => store.take(branches, currentId), [store, branches, currentId]);
  useEffect(() => askBeforeUnload(store.hasUnsent), [store]);
  const model = useSyncExternalStore(store.subscribe, store.getModel);
  const [said, announce] = useState('');
  const [focus, setFocus] = useState(focusedId ? { key: focusedId } : null);
  const focusRow = useCallback((key: string) => setFocus({ key }), []);
  const actions = useTreeActions({ store, currentId, announce, focusRow });
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const list = { model, store, actions, currentId, renaming, menu, focus, setRenaming, openMenu: setMenu };

  const closeMenu = (returnsFocus: boolean) => {
    setMenu(null);
    if (menu && returnsFocus) focusRow(menu.key);
  };
  return (
    <>
      <h2 id="tree-own">{t('tree.mine')}</h2>
      {model.levels.get(OWN)?.nodes.length ? (
        <TreeList root={OWN} labelledBy="tree-own" {...list} />
      ) : (
        <p className="quiet-text side-note">{t('tree.empty')}</p>
      )}
      {model.levels.get(SHARED)?.nodes.length ? (
        <>
          <h2 id="tree-shared">{t('tree.shared')}</h2>
          <TreeList root={SHARED} labelledBy="tree-shared" {...list} />
        </>
      ) : null}
      {menu ? (
        <TreeMenu
          key={menu.key}
          at={menu}
          model={model}
          actions={actions}
          isOwner={isOwn(model, menu.key)}
          onClose={closeMenu}
          onRename={(key) => {
            setMenu(null);
            setRenaming(key);
          }}
        />
      ) : null}
      <div className="sr-only" aria-live="polite" aria-atomic="true">
        {said}
      </div>
    </>
  );
}

function isOwn(model: TreeModel, id: string): boolean {
  let key = id;
  while (!isRootKey(key)) {
    const place = findPlace(model, key);
    if (!place) return false;
    key = place.parentKey;
  }
  return key === OWN;
}
