import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { announceReading, listPresence } from '#app/services/live/list-presence.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor, ids }) => listPresence(actor, ids.id!) }),
  // Pages being read post here every half minute.
  POST: signedIn({ run: ({ actor, ids }) => announceReading(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
