import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { revisionQuery } from '#app/schemas/documents.ts';
import { listRevisions } from '#app/services/documents/history.ts';

const { answer } = endpoint({
  GET: signedIn({ input: revisionQuery, run: ({ actor, ids, input }) => listRevisions(actor, ids.id!, input) }),
});

export const loader = answer;
export const action = answer;
