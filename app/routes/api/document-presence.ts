import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { listPresence } from '#app/services/live/list-presence.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor, ids }) => listPresence(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
