import { rowsOf } from '#db/query.ts';

/** Lists a person's saved searches in the order they were saved. */
export const findSavedSearches = rowsOf<{ id: string; name: string; query: string }, { me: string }>({
  name: 'findSavedSearches',
  uses: ['saved_searches_of_user'],
  sql: 'SELECT id, name, query FROM saved_searches WHERE user_id = $me ORDER BY created_at, id',
});
