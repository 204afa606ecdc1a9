import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { usageQuery } from '#app/schemas/usage.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { periodOfMonth, reportUsage } from '#app/services/quotas/report-usage.ts';

const { answer } = endpoint({
  GET: signedIn({
    guard: async ({ actor }) => requireAdministrator(viaWeb(actor)),
    input: usageQuery,
    run: ({ actor, input }) => {
      const period = periodOfMonth(input.month ?? monthOf(Date.now()));
      return reportUsage(viaWeb(actor), { ...input, ...period });
    },
  }),
});

export const loader = answer;
export const action = answer;
