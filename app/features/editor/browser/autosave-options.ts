import type { Text } from '@codemirror/state';
import type { DraftKeeper, DraftOf } from '#app/browser/drafts.ts';
import type { Saved, Written } from '#app/features/editor/browser/written.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused';

export type AutosaveOptions = {
  docId: string;
  /** The saved revision that the editor started from. */
  base: Saved;
  drafts: DraftKeeper<Text> | null;
  read: () => Written;
  /** Called when the text returned by `read` is being sent. */
  onSend: () => void;
  /** Called when the server merged another person's change into the sent text. */
  adopt: (sent: Written, merged: Written) => void;
  /** Merges another person's change of `base` below the edits of that text. */
  merge: (base: Written, newer: Written) => void;
  onState: (state: SaveState, message?: string) => void;
};

/** The live connection, which saves the text while several people edit it. */
export type Shared = {
  isStored: () => boolean;
  whenStored: () => Promise<void>;
  /** Returns the changes that are not stored, and the last text that was stored whole. */
  unsent: () => Pick<DraftOf<Text>, 'shared' | 'base'>;
};
