import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { generationStream } from '#app/http/api/generation-stream.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { generation } from '#app/schemas/ai.ts';
import { id } from '#app/schemas/text.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { requireAiHost } from '#app/services/ai/ai-host.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('ai'),
    ids: z.object({ docId: id().optional() }),
    guard: async ({ actor, input: { docId } }) => {
      requireAiHost();
      if (typeof docId === 'string') await getAccess(actor, docId);
    },
    input: generation,
    run: async ({ actor, input, request, context }) =>
      generationStream(await prepareCall(actor, input), request.signal, context),
  }),
});

export const loader = answer;
export const action = answer;
