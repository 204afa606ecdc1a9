import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { paging } from '#app/schemas/documents.ts';
import { listRevisions } from '#app/services/documents/history.ts';

const { answer } = endpoint({
  GET: signedIn({ input: paging, run: ({ actor, ids, input }) => listRevisions(actor, ids.id!, input) }),
});

export const loader = answer;
export const action = answer;
