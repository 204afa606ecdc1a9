import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { fileResponse } from '#app/http/uploads/file-response.ts';
import { thumbnailChoice } from '#app/http/uploads/thumbnail-choice.ts';
import { thumbnailQuery } from '#app/schemas/files.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { openThumbnail } from '#app/services/files/open-thumbnail.ts';
import { removeFile } from '#app/services/files/remove-file.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: thumbnailQuery,
    run: async ({ actor, ids, input, request }) => {
      const choice = thumbnailChoice(input, request.headers.get('Accept'));
      const opened = choice ? openThumbnail(actor, ids.fileId!, choice) : openFile(actor, ids.fileId!);
      return fileResponse(request, await opened);
    },
  }),
  DELETE: signedIn({
    run: async ({ actor, ids }) => {
      await removeFile(actor, ids.fileId!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
