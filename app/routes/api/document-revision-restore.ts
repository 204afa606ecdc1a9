import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { restoreRevision } from '#app/services/documents/history.ts';

const { answer } = endpoint({
  POST: signedIn({
    limit: perPerson('documentWrite'),
    guard: ({ actor, ids }) => requireAccess(actor, ids.id!, 'edit'),
    run: ({ actor, ids }) => restoreRevision(actor, ids.id!, ids.revisionId!),
  }),
});

export const loader = answer;
export const action = answer;
