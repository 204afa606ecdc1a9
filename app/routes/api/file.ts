import { endpoint, signedIn } from '#app/http/endpoint.ts';
import { fileResponse } from '#app/http/file-response.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { removeFile } from '#app/services/files/remove-file.ts';

const { answer } = endpoint({
  GET: signedIn({ run: async ({ actor, ids, request }) => fileResponse(request, await openFile(actor, ids.fileId!)) }),
  DELETE: signedIn({
    run: async ({ actor, ids }) => {
      await removeFile(actor, ids.fileId!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
