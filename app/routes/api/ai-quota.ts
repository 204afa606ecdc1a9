import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';

const { answer } = endpoint({
  GET: signedIn({
    run: async ({ actor }) => {
      const { email, monthlyLimit, monthlyUsed, lastResetDate } = await getQuota(actor.id);
      return { email, monthlyLimit, monthlyUsed, lastResetDate };
    },
  }),
});

export const loader = answer;
export const action = answer;
