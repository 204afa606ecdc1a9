import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { newComment } from '#app/schemas/comments.ts';
import { requireComment } from '#app/services/comments/comment-access.ts';
import { deleteComment } from '#app/services/comments/delete-comment.ts';
import { editComment } from '#app/services/comments/write-comment.ts';

const { answer } = endpoint({
  PATCH: signedIn({
    limit: perPerson('documentWrite'),
    guard: ({ actor, ids }) => requireComment(actor, ids.id!, 'edit'),
    input: newComment,
    run: ({ actor, ids, input }) => editComment(actor, ids.id!, input.body),
  }),
  DELETE: signedIn({
    run: async ({ actor, ids }) => {
      await deleteComment(actor, ids.id!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
