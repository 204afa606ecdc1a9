import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { uploadConfirmation } from '#app/schemas/files.ts';
import { id } from '#app/schemas/text.ts';
import { confirmUpload } from '#app/services/files/confirm-upload.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('upload'),
    ids: z.object({ fileId: id() }),
    input: uploadConfirmation,
    run: async ({ actor, input }) => ({ file: await confirmUpload(actor, input) }),
  }),
});

export const loader = answer;
export const action = answer;
