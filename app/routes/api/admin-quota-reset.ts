import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { requireProofOrToken } from '#app/http/session/proof.ts';
import { requireAdministrator } from '#app/services/access/administrator.ts';
import { resetQuotas } from '#app/services/quotas/change-quota.ts';

const { answer } = endpoint({
  POST: signedIn({
    guard: async ({ actor }) => requireAdministrator({ via: 'web', actor }),
    run: async ({ actor, ids, context }) => {
      await requireProofOrToken(context, actor);
      const [quota] = await resetQuotas({ via: 'web', actor }, [ids.userId!]);
      return quota;
    },
  }),
});

export const loader = answer;
export const action = answer;
