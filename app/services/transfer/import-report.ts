/** Why something of an import is not there as it was, or not at all. */
export type NotTakenReason =
  | 'encoding'
  | 'binary'
  | 'content'
  | 'nesting'
  | 'shownAsSource'
  | 'image'
  | 'attachment'
  | 'type'
  | 'duplicate'
  | 'encrypted'
  | 'path'
  | 'link'
  | 'damaged'
  | 'tooLarge'
  | 'swells'
  | 'tooMany';
/** `path` names the file; `detail` what in it, or a key of `validation.*` for `content`. */
export type NotTaken = { path: string; reason: NotTakenReason; detail: string };

export type ImportReport = {
  /** What was given: names of files, or of the folder. */
  sources: string[];
  /** Documents that were made; only what is on top of them is named. */
  documents: number;
  tops: { id: string; title: string }[];
  /** The first ones; `notTakenCount` is how many there are. */
  notTaken: NotTaken[];
  notTakenCount: number;
  /** False while it runs, and for good if the server stopped on the way. */
  isComplete: boolean;
};

/** A report is one row: as many as anyone reads. */
export const NOT_TAKEN_MAX = 500;
export const TOPS_MAX = 50;
