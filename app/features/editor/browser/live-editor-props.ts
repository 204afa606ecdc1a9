import type { RefObject } from 'react';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

export type LiveEditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  userId: string;
  hasAi: boolean;
  hasPictureProxy: boolean;
  /** People offered after an `@`. */
  mentionable: readonly Mentionable[];
  form: RefObject<HTMLFormElement | null>;
  /** Where it says whether the text is saved. */
  note: RefObject<HTMLElement | null>;
  /** The text field may go: the editor stands in its place. */
  onReady: () => void;
};
