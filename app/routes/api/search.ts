import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { searchQuery } from '#app/schemas/documents.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';

const { answer } = endpoint({
  GET: signedIn({ input: searchQuery, run: ({ actor, input }) => searchDocuments(actor, input) }),
});

export const loader = answer;
export const action = answer;
