import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { getRevision } from '#app/services/documents/history.ts';

const { answer } = endpoint({
  GET: signedIn({
    run: async ({ actor, ids }) => (await getRevision(actor, ids.id!, ids.revisionId!)).revision,
  }),
});

export const loader = answer;
export const action = answer;
