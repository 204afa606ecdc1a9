import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { auditQuery } from '#app/schemas/audit.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';

const { answer } = endpoint({
  GET: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: auditQuery,
    run: ({ actor, input }) => searchAudit(viaWeb(actor), input),
  }),
});

export const loader = answer;
export const action = answer;
