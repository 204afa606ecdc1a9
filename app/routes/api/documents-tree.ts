import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { id } from '#app/schemas/text.ts';
import { listChildren } from '#app/services/documents/list-children.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: z.object({ parentId: id().optional() }),
    run: ({ actor, input }) => listChildren(actor, input.parentId ?? null),
  }),
});

export const loader = answer;
export const action = answer;
