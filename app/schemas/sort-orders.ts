// Apart from the schemas, so that a page that only offers them does not load zod.
export const SORTED_BY = ['title', 'createdAt', 'updatedAt'] as const;
export const ORDERS = ['asc', 'desc'] as const;
