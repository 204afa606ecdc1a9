/** Orders of search results. Without zod: the page of search loads no validation. */
export const SEARCH_SORTS = ['relevance', 'updatedAt', 'createdAt', 'title'] as const;
