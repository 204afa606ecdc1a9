/** Metadata of a document that another program's page contains. */
export type PageFacts = {
  /** Destinations, as written: the page it lies under, and the pages of a list of contents in order. */
  parent: string | null;
  order: string[];
  author: string | null;
  /** ISO 8601. */
  updatedAt: string | null;
};

export const NO_FACTS: PageFacts = { parent: null, order: [], author: null, updatedAt: null };
