/** Which page of a list; the first is 1. */
export type Paging = { page: number; limit: number };
/** A page of a list with the number of all items. */
export type Page<Item> = Paging & { items: Item[]; total: number };

/** Returns the number of items before a page. */
export const offsetOf = ({ page, limit }: Paging): number => (page - 1) * limit;
