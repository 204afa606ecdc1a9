import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { newThread, threadQuery } from '#app/schemas/comments.ts';
import { requireCommenting } from '#app/services/comments/comment-access.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { startThread } from '#app/services/comments/write-comment.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: threadQuery,
    run: ({ actor, ids, input }) => listThreads(actor, ids.id!, input.state),
  }),
  POST: signedIn({
    limit: perPerson('documentWrite'),
    guard: ({ actor, ids }) => requireCommenting(actor, ids.id!, 'write'),
    input: newThread,
    run: ({ actor, ids, input }) => startThread(actor, ids.id!, input),
  }),
});

export const loader = answer;
export const action = answer;
