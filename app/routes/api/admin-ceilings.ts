import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { ceilingFields, ceilingGroup } from '#app/schemas/usage.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { getCeiling, listCeilings, removeCeiling, setCeiling } from '#app/services/quotas/change-ceiling.ts';

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor }) => listCeilings(viaWeb(actor)) }),
  PUT: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: ceilingFields,
    run: async ({ actor, input: { groupId, ...limits }, context }) => {
      await requireProofOrToken(context, actor);
      await setCeiling(viaWeb(actor), groupId, limits);
      return getCeiling(viaWeb(actor), groupId);
    },
  }),
  DELETE: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: ceilingGroup,
    run: async ({ actor, input, context }) => {
      await requireProofOrToken(context, actor);
      await removeCeiling(viaWeb(actor), input.groupId);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
