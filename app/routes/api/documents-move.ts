import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { move } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { getAccess, requireAccess } from '#app/services/access/document-access.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('documentWrite'),
    ids: z.object({ id: id(), targetId: id().nullish() }),
    guard: async ({ actor, input }) => {
      await requireAccess(actor, String(input.id), 'move');
      if (typeof input.targetId === 'string') await getAccess(actor, input.targetId);
    },
    input: move,
    run: ({ actor, input }) => moveDocument(actor, input),
  }),
});

export const loader = answer;
export const action = answer;
