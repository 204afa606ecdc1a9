import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import { uploadRequest } from '#app/schemas/files.ts';
import { id } from '#app/schemas/text.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { requestUpload } from '#app/services/files/request-upload.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('upload'),
    ids: z.object({ docId: id().nullish() }),
    guard: async ({ actor, input }) => input.docId && requireAccess(actor, String(input.docId), 'edit'),
    input: uploadRequest,
    run: ({ actor, input, request }) => requestUpload(actor, input, originOf(request)),
  }),
});

export const loader = answer;
export const action = answer;
