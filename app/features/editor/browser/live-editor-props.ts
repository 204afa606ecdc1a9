import type { RefObject } from 'react';

export type LiveEditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  userId: string;
  hasAi: boolean;
  hasPictureProxy: boolean;
  form: RefObject<HTMLFormElement | null>;
  /** Where it says whether the text is saved. */
  note: RefObject<HTMLElement | null>;
  /** The text field may go: the editor stands in its place. */
  onReady: () => void;
};
