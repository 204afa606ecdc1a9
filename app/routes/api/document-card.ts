import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { getCard } from '#app/services/documents/get-card.ts';

const { answer } = endpoint({
  GET: signedIn({
    run: ({ actor, ids }) => getCard(actor, ids.id!),
  }),
});

export const loader = answer;
export const action = answer;
