import type { Paging } from '#app/schemas/paging.ts';

/**
 * Lists a page for a person. Past the end, lists the last page, since a bookmark or a removed row leads there by no
 * fault of theirs. The API calls the services itself and answers with an empty list.
 */
export async function withinPages<Query extends Paging, Listed extends { total: number }>(
  query: Query,
  list: (query: Query) => Promise<Listed>,
): Promise<Listed> {
  const listed = await list(query);
  const last = Math.max(1, Math.ceil(listed.total / query.limit));
  return query.page > last ? list({ ...query, page: last }) : listed;
}
