import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { listCommands } from '#app/features/commands/browser/command-list.ts';
import type { CommandLayerProps } from '#app/features/commands/browser/command-types.ts';
import { SearchButton } from '#app/features/commands/browser/search-button.tsx';
import {
  areSingleKeysOn,
  continuesTyping,
  createShortcutKeys,
  followTyping,
  isPageShortcut,
  type ShortcutId,
} from '#app/features/commands/browser/shortcut-keys.ts';
import { foldSide, isSideFolded } from '#app/features/commands/browser/side-button.ts';
import { useCommandActs } from '#app/features/commands/browser/use-command-acts.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

const Palette = lazy(() =>
  import('#app/features/commands/browser/palette.tsx').then(
    ({ Palette }) => ({ default: Palette }),
    (error: unknown) => {
      console.warn('The palette is not there:', error);
      return { default: SearchPage };
    },
  ),
);
const MovePalette = lazy(() =>
  import('#app/features/commands/browser/move-palette.tsx').then(
    ({ MovePalette }) => ({ default: MovePalette }),
    (error: unknown) => {
      console.warn('The places of a move are not there:', error);
      return { default: MoveForm };
    },
  ),
);
const ShortcutSheet = lazy(() =>
  import('#app/features/commands/browser/shortcut-sheet.tsx').then(
    ({ ShortcutSheet }) => ({ default: ShortcutSheet }),
    (error: unknown) => {
      console.warn('The sheet of shortcuts is not there:', error);
      return { default: Nothing };
    },
  ),
);

/** Focuses the tree; unfolds the sidebar first. */
function goToTree(): void {
  // Until the tree's own code has loaded its rows are links.
  const row = () =>
    document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]') ??
    document.querySelector<HTMLElement>('.side ul.tree a.row');
  if (isSideFolded()) foldSide();
  // Rendered by then.
  requestAnimationFrame(() => row()?.focus());
}

/** Fallback when the palette's code cannot load: opens the search page. */
function SearchPage({ go, onClose }: { go: (path: string) => void; onClose: () => void }) {
  useEffect(() => {
    onClose();
    go('/search');
  }, [go, onClose]);
  return <span hidden />;
}

/** Fallback when the places of a move cannot load: opens the form of the page. */
function MoveForm({
  document: { id },
  go,
  onClose,
}: {
  document: { id: string };
  go: (path: string) => void;
  onClose: () => void;
}) {
  useEffect(() => {
    onClose();
    go(`/doc/${id}?move`);
  }, [id, go, onClose]);
  return <span hidden />;
}

function Nothing({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return <span hidden />;
}

/**
 * Renders the command palette and the shortcut sheet and handles their keys. Each dialog's code loads when it first
 * opens.
 */
export function CommandLayers({ page, open, setOpen, takeTyped }: CommandLayerProps) {
  const t = useTexts();
  const acts = useCommandActs();
  const commands = useMemo(() => listCommands({ t, acts, page, setOpen }), [t, acts, page, setOpen]);
  const run = useCallback(
    (id: ShortcutId) => {
      if (id === 'search') setOpen('palette');
      else if (id === 'side') foldSide();
      else if (id === 'tree') goToTree();
      else commands.find(({ shortcut }) => shortcut === id)?.run();
    },
    [commands, setOpen],
  );
  useShortcuts(run);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page, also by Back, closes what lies over it
  useEffect(() => () => setOpen(null), [pathname, setOpen]);
  const close = useCallback(() => setOpen(null), [setOpen]);
  // A command may open the other dialog while its own one closes.
  const closePalette = useCallback(() => setOpen((layer) => (layer === open ? null : layer)), [setOpen, open]);
  const button = <SearchButton onOpen={() => setOpen('palette')} />;
  if (!open) return button;
  // Outside the tree's column, which is hidden on phones.
  const layer = createPortal(
    <Suspense fallback={null}>
      {open === 'palette' ? (
        <Palette
          commands={commands}
          currentId={page.document?.id ?? null}
          go={acts.go}
          onClose={closePalette}
          takeTyped={takeTyped}
        />
      ) : null}
      {open === 'move' && page.document ? (
        <MovePalette
          document={page.document}
          move={acts.move}
          go={acts.go}
          onClose={closePalette}
          takeTyped={takeTyped}
        />
      ) : null}
      {open === 'shortcuts' ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>,
    document.body,
  );
  return (
    <>
      {button}
      {layer}
    </>
  );
}

function useShortcuts(run: (id: ShortcutId) => void): void {
  const press = useRef<ReturnType<typeof createShortcutKeys>>(undefined);
  press.current ??= createShortcutKeys();
  // With the button that the same commit shows; an effect would come after a key.
  useLayoutEffect(() => {
    followTyping();
    const onKeyDown = (event: KeyboardEvent) => {
      if (continuesTyping(event) || !isPageShortcut(event)) return;
      const { key, code, ctrlKey, altKey, metaKey } = event;
      // Compare the physical key: with Alt some layouts produce another letter.
      const isCreate = ctrlKey && altKey && !metaKey && code === 'KeyN';
      // Brackets need AltGr on many keyboards, which Windows tells as Ctrl and Alt.
      const isPlain = (!ctrlKey && !altKey) || event.getModifierState('AltGraph');
      const isSingle = isPlain && !metaKey && [...key].length === 1 && areSingleKeysOn();
      const id = isCreate ? 'create' : isSingle ? press.current!(key, event.timeStamp) : null;
      if (!id) return;
      event.preventDefault();
      run(id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [run]);
}
