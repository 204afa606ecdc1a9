import type { Dispatch, SetStateAction } from 'react';
import type { DocumentAccess } from '#app/services/access/document-access.ts';

/** The page data that commands need. */
export type CommandPage = {
  isAdmin: boolean;
  hasAi: boolean;
  /** The open document, if any. */
  document:
    | (Pick<DocumentAccess, 'can' | 'isOwner' | 'isArchived' | 'path'> & {
        title: string;
        isStarred: boolean;
        isOwnWork: boolean;
        id: string;
      })
    | null;
};
/** Returns what was typed for the palette before its code had loaded. */
export type TakeTyped = () => string;
export type CommandLayerProps = {
  page: CommandPage;
  open: CommandLayer | null;
  setOpen: Dispatch<SetStateAction<CommandLayer | null>>;
  takeTyped: TakeTyped;
};
/** `move` is the palette that asks where to move the open document. */
export type CommandLayer = 'palette' | 'move' | 'shortcuts';
