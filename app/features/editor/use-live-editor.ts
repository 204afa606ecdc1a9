import { type ComponentType, type RefObject, useCallback, useEffect, useState } from 'react';

export type LiveEditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  userId: string;
  hasAi: boolean;
  form: RefObject<HTMLFormElement | null>;
  /** Where it says whether the text is saved. */
  note: RefObject<HTMLElement | null>;
  /** The text field may go: the editor stands in its place. */
  onReady: () => void;
};
type Editor = ComponentType<LiveEditorProps>;

/** The editor, loaded when someone begins to write. Until it is there, and where it cannot be loaded, the text field is. */
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
