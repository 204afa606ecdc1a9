import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { documentChanges } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { getAccess, requireAccess } from '#app/services/access/document-access.ts';
import { deleteDocument } from '#app/services/documents/archive-document.ts';
import { viewDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';

const EDITS = ['title', 'content', 'icon', 'parentId'];

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor, ids }) => viewDocument(actor, ids.id!) }),
  PATCH: signedIn({
    limit: perPerson('documentWrite'),
    ids: z.object({ parentId: id().nullish() }),
    guard: async ({ actor, ids, input }) => {
      const access = await getAccess(actor, ids.id!);
      if (input.commenting !== undefined) await requireAccess(actor, access, 'share');
      if (EDITS.some((field) => input[field] !== undefined)) await requireAccess(actor, access, 'edit');
    },
    input: documentChanges,
    run: ({ actor, ids, input }) => updateDocument(actor, ids.id!, input),
  }),
  DELETE: signedIn({
    run: async ({ actor, ids }) => {
      await deleteDocument(actor, ids.id!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
