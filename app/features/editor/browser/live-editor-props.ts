import type { RefObject } from 'react';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';

/** What the person may do with comments; `share` lets them share the document with people to mention. */
export type CommentRights = { write: boolean; resolve: boolean; share: boolean };

export type LiveEditorProps = {
  document: { id: string; title: string; icon: string | null; content: string; version: number };
  userId: string;
  hasAi: boolean;
  hasPictureProxy: boolean;
  /** People offered after an `@`. */
  mentionable: readonly Mentionable[];
  commentRights: CommentRights;
  form: RefObject<HTMLFormElement | null>;
  /** Element that shows the save state. */
  note: RefObject<HTMLElement | null>;
  /** Called when the editor is ready, to hide the text field. */
  onReady: () => void;
};
