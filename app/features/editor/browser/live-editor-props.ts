import type { RefObject } from 'react';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

export type LiveEditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  userId: string;
  hasAi: boolean;
  hasPictureProxy: boolean;
  /** People offered after an `@`. */
  mentionable: readonly Mentionable[];
  commentRights: { write: boolean; resolve: boolean };
  form: RefObject<HTMLFormElement | null>;
  /** Element that shows the save state. */
  note: RefObject<HTMLElement | null>;
  /** Called when the editor is ready, to hide the text field. */
  onReady: () => void;
};
