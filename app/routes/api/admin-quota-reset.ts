import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { resetQuotas } from '#app/services/quotas/change-quota.ts';

const { answer } = endpoint({
  POST: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    run: async ({ actor, ids, context }) => {
      await requireProofOrToken(context, actor);
      const [quota] = await resetQuotas(viaWeb(actor), [ids.userId!]);
      return quota;
    },
  }),
});

export const loader = answer;
export const action = answer;
