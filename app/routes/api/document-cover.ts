import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { coverChange } from '#app/schemas/covers.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { removeCover, setCover } from '#app/services/documents/cover.ts';

const { answer } = endpoint({
  PUT: signedIn({
    limit: perPerson('documentWrite'),
    guard: ({ actor, ids }) => requireAccess(actor, ids.id!, 'edit'),
    input: coverChange,
    run: ({ actor, ids, input }) => setCover(actor, ids.id!, input),
  }),
  DELETE: signedIn({
    limit: perPerson('documentWrite'),
    run: async ({ actor, ids }) => {
      await removeCover(actor, ids.id!);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
