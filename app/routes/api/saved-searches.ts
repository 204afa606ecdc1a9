import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { newSavedSearch } from '#app/schemas/saved-searches.ts';
import { listSavedSearches, saveSearch } from '#app/services/search/saved-searches.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor }) => listSavedSearches(actor) }),
  POST: signedIn({
    limit: perPerson('documentWrite'),
    input: newSavedSearch,
    run: ({ actor, input }) => saveSearch(actor, input),
  }),
});

export const loader = answer;
export const action = answer;
