import type { ImportEntry } from '#app/services/transfer/list-imports.ts';

export type ImportPageData = {
  /** The document the files go under, if one was chosen on the way here. */
  parent: { id: string; title: string } | null;
  imports: ImportEntry[];
  maxMegabytes: number;
};
