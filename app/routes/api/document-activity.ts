import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { paging } from '#app/schemas/documents.ts';
import { listActivity } from '#app/services/documents/list-activity.ts';

const { answer } = endpoint({
  GET: signedIn({ input: paging, run: ({ actor, ids, input }) => listActivity(actor, ids.id!, input) }),
});

export const loader = answer;
export const action = answer;
