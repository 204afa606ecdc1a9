import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { newComment } from '#app/schemas/comments.ts';
import { requireThread } from '#app/services/comments/comment-access.ts';
import { replyTo } from '#app/services/comments/write-comment.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('documentWrite'),
    guard: ({ actor, ids }) => requireThread(actor, ids.id!, 'write'),
    input: newComment,
    run: ({ actor, ids, input }) => replyTo(actor, ids.id!, input.body),
  }),
});

export const loader = answer;
export const action = answer;
