import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { restoreDocument } from '#app/services/documents/archive-document.ts';

const { answer } = endpoint({
  POST: signedIn({ limit: perPerson('documentWrite'), run: ({ actor, ids }) => restoreDocument(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
