import { z } from 'zod';
import { SEARCH_NAME_MAX, SEARCH_QUERY_MAX } from '#app/schemas/limits.ts';
import { id, nameText } from '#app/schemas/text.ts';

const name = nameText()
  .refine((text) => text !== '', 'search.nameRequired')
  .refine((text) => [...text].length <= SEARCH_NAME_MAX, 'search.nameTooLong');

export const newSavedSearch = z.object({ name, query: z.string().max(SEARCH_QUERY_MAX) });
export const savedSearchChoice = z.object({ searchId: id() });
export const savedSearchName = z.object({ name });
export const savedSearchRename = savedSearchChoice.extend({ name });
