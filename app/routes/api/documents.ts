import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { documentQuery, newDocumentOnce } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { withPaths } from '#app/services/access/with-paths.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: documentQuery,
    run: async ({ actor, input: { path, ...query } }) => {
      const page = await listDocuments(actor, query);
      return path ? { ...page, items: await withPaths(actor, page.items) } : page;
    },
  }),
  POST: signedIn({
    limit: perPerson('documentWrite'),
    ids: z.object({ parentId: id().nullish() }),
    guard: async ({ actor, input }) => {
      if (typeof input.parentId === 'string') await requireAccess(actor, input.parentId, 'addChild');
    },
    input: newDocumentOnce,
    run: ({ actor, input }) => createDocument(actor, input),
  }),
});

export const loader = answer;
export const action = answer;
