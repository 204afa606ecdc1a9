/** Sort orders of search results. Separate from zod schemas, so that the search page does not load validation. */
export const SEARCH_SORTS = ['relevance', 'updatedAt', 'createdAt', 'title'] as const;
