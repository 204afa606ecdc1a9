import { type ComponentType, useEffect, useInsertionEffect, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import type { CommandLayer, CommandLayerProps, CommandPage } from '#app/features/commands/browser/command-types.ts';
import { holdTyping, takeHeldTyping } from '#app/features/commands/held-typing.ts';
import type { DocumentPageData } from '#app/features/document/document-page-data.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { whenIdle } from '#app/features/shell/when-idle.ts';

/** Loads the command palette (Ctrl or ⌘ K), the header's button that opens it, and the single-key shortcuts. */
export function Commands() {
  const [open, setOpen] = useState<CommandLayer | null>(null);
  const { Layer, isMissing } = useCommandLayer(setOpen);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isMissing || !open) return;
    const keyword = new URLSearchParams({ keyword: takeHeldTyping() });
    setOpen(null);
    // Fall back to the search page if the palette's code cannot load.
    if (open !== 'shortcuts') void navigate(keyword.get('keyword') ? `/search?${keyword}` : '/search');
  }, [isMissing, open, navigate]);
  // Runs before the layout effects, in one of which the palette takes the held text.
  useInsertionEffect(() => {
    if (open === null || open === 'shortcuts') return;
    holdTyping(() => setOpen(null));
    return () => void takeHeldTyping();
  }, [open]);
  const page = useCommandPage();
  return Layer ? <Layer page={page} open={open} setOpen={setOpen} takeTyped={takeHeldTyping} /> : null;
}

function useCommandPage(): CommandPage {
  const root = useRootData();
  const data = useRouteLoaderData('routes/main/document') as DocumentPageData | undefined;
  return {
    isAdmin: root?.user?.isAdmin === true,
    hasAi: root?.hasAi === true,
    document: data
      ? {
          id: data.document.id,
          title: data.document.title,
          isStarred: data.document.isStarred,
          isOwnWork: data.document.isOwnWork,
          can: data.can,
          isOwner: data.isOwner,
          isArchived: data.isArchived,
          path: data.path,
        }
      : null,
  };
}

/** Loads the code when the page is idle; Ctrl or ⌘ K works from the start. */
function useCommandLayer(setOpen: (layer: CommandLayer) => void) {
  const [Layer, setLayer] = useState<ComponentType<CommandLayerProps> | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const load = () =>
      import('#app/features/commands/browser/command-layer.tsx').then(
        ({ CommandLayers }) => setLayer(() => CommandLayers),
        (error: unknown) => {
          console.warn('The commands are not there:', error);
          setMissing(true);
        },
      );
    whenIdle(load);
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
      if (!hasModifier || event.key.toLowerCase() !== 'k' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen('palette');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [setOpen]);
  return { Layer, isMissing };
}
