import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { LiveEditorProps } from '#app/features/editor/browser/live-editor-props.ts';

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
  return { LiveEditor, isLive, onReady: useCallback(() => setLive(true), []) };
}
