import { z } from 'zod';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { monthlyLimit } from '#app/schemas/usage.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';

const { answer } = endpoint({
  PATCH: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: z.object({ monthlyLimit }),
    run: async ({ actor, ids, input, context }) => {
      await requireProofOrToken(context, actor);
      const [quota] = await setMonthlyLimit(viaWeb(actor), [ids.userId!], input.monthlyLimit);
      return quota;
    },
  }),
});

export const loader = answer;
export const action = answer;
