/** Reasons an item was imported incompletely or not at all. */
export type NotTakenReason =
  | 'encoding'
  | 'binary'
  | 'content'
  | 'nesting'
  | 'shownAsSource'
  | 'image'
  | 'attachment'
  | 'name'
  | 'recognised'
  | 'tableCut'
  | 'type'
  | 'backup'
  | 'duplicate'
  | 'encrypted'
  | 'path'
  | 'link'
  | 'damaged'
  | 'tooLarge'
  | 'swells'
  | 'tooMany'
  | 'group'
  | 'place'
  | 'interrupted';
/** `path`: the file; `detail`: the part of it concerned, or a key of `validation.*` for `content`. */
export type NotTaken = { path: string; reason: NotTakenReason; detail: string };

export type ImportReport = {
  /** Names of the imported files, or of the folder. */
  sources: string[];
  /** Number of documents created; only top-level ones are listed. */
  documents: number;
  tops: { id: string; title: string }[];
  /** The first items only; `notTakenCount` is the total. */
  notTaken: NotTaken[];
  notTakenCount: number;
  /** False while it runs, and permanently if the server stopped during it. */
  isComplete: boolean;
  /** Present for planned imports: the first documents in tree order, and the number of files. */
  planned?: { title: string; path: string; level: number }[];
  attachments?: number;
};

/** Reports an import that ended after `done` documents because the rest of its files is out of reach. */
export function interruptedReport(report: ImportReport, done: number): ImportReport {
  const ends = report.sources.map((path) => ({ path, reason: 'interrupted' as const, detail: '' }));
  return {
    ...report,
    documents: done,
    tops: done > 0 ? report.tops : [],
    notTaken: [...ends, ...report.notTaken].slice(0, NOT_TAKEN_MAX),
    notTakenCount: report.notTakenCount + ends.length,
    isComplete: false,
  };
}

/** Limits the size of a report, which is one row. */
export const NOT_TAKEN_MAX = 500;
export const ROOTS_MAX = 50;
export const PLANNED_MAX = 500;
