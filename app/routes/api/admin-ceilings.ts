import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { ceilingFields, ceilingGroup } from '#app/schemas/usage.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { getCeiling, listCeilings, removeCeiling, setCeiling } from '#app/services/quotas/change-ceiling.ts';

const by = (actor: Actor): Administration => ({ via: 'web', actor });

const { answer } = endpoint({
  GET: signedIn({ run: ({ actor }) => listCeilings(by(actor)) }),
  PUT: signedIn({
    guard: async ({ actor }) => requireAdministrator(by(actor)),
    input: ceilingFields,
    run: async ({ actor, input: { groupId, ...limits }, context }) => {
      await requireProofOrToken(context, actor);
      await setCeiling(by(actor), groupId, limits);
      return getCeiling(by(actor), groupId);
    },
  }),
  DELETE: signedIn({
    guard: async ({ actor }) => requireAdministrator(by(actor)),
    input: ceilingGroup,
    run: async ({ actor, input, context }) => {
      await requireProofOrToken(context, actor);
      await removeCeiling(by(actor), input.groupId);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
