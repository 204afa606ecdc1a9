import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { takeCopy } from '#app/services/documents/take-copy.ts';

const { answer } = endpoint({
  POST: signedIn({ limit: perPerson('documentWrite'), run: ({ actor, ids }) => takeCopy(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
