/** Metadata in another program's page. */
export type PageFacts = {
  /** Destinations as written: the parent page, and the pages of a table of contents in order. */
  parent: string | null;
  order: string[];
  author: string | null;
  /** ISO 8601. */
  updatedAt: string | null;
};

export const NO_FACTS: PageFacts = { parent: null, order: [], author: null, updatedAt: null };
