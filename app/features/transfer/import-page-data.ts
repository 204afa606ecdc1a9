import type { ImportEntry } from '#app/services/transfer/import/list-imports.ts';

export type ImportPageData = {
  /** The preselected parent document, if any. */
  parent: { id: string; title: string } | null;
  imports: ImportEntry[];
  maxMegabytes: number;
  /** Value of `<input accept>`. */
  accepted: string;
};
