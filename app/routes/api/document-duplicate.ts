import { endpoint, signedIn } from '#app/http/endpoint.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';

const { answer } = endpoint({
  POST: signedIn({ run: ({ actor, ids }) => duplicateDocument(actor, ids.id!) }),
});

export const loader = answer;
export const action = answer;
