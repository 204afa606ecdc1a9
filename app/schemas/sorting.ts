export const SORTED_BY = ['title', 'createdAt', 'updatedAt'] as const;
export const ORDERS = ['asc', 'desc'] as const;
