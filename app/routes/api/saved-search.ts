import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { savedSearchName } from '#app/schemas/saved-searches.ts';
import { removeSavedSearch, renameSavedSearch } from '#app/services/search/saved-searches.ts';

const { answer } = endpoint({
  PATCH: signedIn({
    limit: perPerson('documentWrite'),
    input: savedSearchName,
    run: ({ actor, ids, input }) => renameSavedSearch(actor, ids.id!, input.name),
  }),
  DELETE: signedIn({
    limit: perPerson('documentWrite'),
    run: async ({ actor, ids }) => {
      await removeSavedSearch(actor, ids.id!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
