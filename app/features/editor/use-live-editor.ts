import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { LiveEditorProps } from '#app/features/editor/browser/live-editor-props.ts';
import { KEPT_QUERY } from '#app/schemas/kept-query.ts';

type Editor = ComponentType<LiveEditorProps>;

/** Loads the editor on demand. The text field stays until then, and if loading fails. */
export function useLiveEditor(isWanted: boolean) {
  const [LiveEditor, setEditor] = useState<Editor | null>(null);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (import.meta.env.SSR || !isWanted) return;
    import('#app/features/editor/browser/live-editor.tsx').then(
      (module) => setEditor(() => module.LiveEditor),
      (error: unknown) => console.warn('The text field stays, as the editor did not load:', error),
    );
  }, [isWanted]);
  const onReady = useCallback(() => {
    setLive(true);
    takeKept();
  }, []);
  return { LiveEditor, isLive, onReady };
}

/** Removes a saved form from the address: after a reload it would be taken again, over what was written since. */
function takeKept(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(KEPT_QUERY)) return;
  url.searchParams.delete(KEPT_QUERY);
  history.replaceState(history.state, '', url);
}
