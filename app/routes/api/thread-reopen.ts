import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { setResolved } from '#app/services/comments/write-comment.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('documentWrite'),
    run: ({ actor, ids }) => setResolved(actor, ids.id!, false),
  }),
});

export const loader = answer;
export const action = answer;
