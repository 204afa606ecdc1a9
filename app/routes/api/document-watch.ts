import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { watchChoice } from '#app/schemas/notifications.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';

const { answer } = endpoint({
  PUT: signedIn({
    guard: ({ actor, ids }) => requireAccess(actor, ids.id!, 'star'),
    input: watchChoice,
    run: async ({ actor, ids, input }) => {
      await watchDocument(actor, ids.id!, input.watch);
      return { watch: input.watch };
    },
  }),
});

export const loader = answer;
export const action = answer;
