import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { imageFromUrl } from '#app/schemas/files.ts';
import { id } from '#app/schemas/text.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { saveImageFromUrl } from '#app/services/files/save-image-from-url.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('imageFetch'),
    ids: z.object({ docId: id().nullish() }),
    guard: async ({ actor, input }) => input.docId && requireAccess(actor, String(input.docId), 'edit'),
    input: imageFromUrl,
    run: async ({ actor, input }) => ({ file: await saveImageFromUrl(actor, input) }),
  }),
});

export const loader = answer;
export const action = answer;
