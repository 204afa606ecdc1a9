import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';

const { answer } = endpoint({
  POST: signedIn({ limit: perPerson('documentWrite'), run: ({ actor, ids }) => duplicateDocument(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
