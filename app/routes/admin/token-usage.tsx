import { redirect, useRouteError } from 'react-router';
import { UsageFault } from '#app/features/admin/usage-fault.tsx';
import { UsagePage } from '#app/features/admin/usage-page.tsx';
import { UsageReset } from '#app/features/admin/usage-reset.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { PAGE_ROWS } from '#app/schemas/limits.ts';
import { limitForm, webUsageQuery } from '#app/schemas/usage.ts';
import { userChoice } from '#app/schemas/users.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { countUsedQuotas, resetAllQuotas, resetQuotas, setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { periodOfMonth, reportUsage } from '#app/services/quotas/report-usage.ts';
import { usagePerDay } from '#app/services/quotas/usage-per-day.ts';
import type { Route } from './+types/token-usage';

const ACTS_SHOWN = 20;

const by = (actor: Actor): Administration => ({ via: 'web', actor });

export async function loader({ context, url }: Route.LoaderArgs) {
  const administrator = by(requireActor(context, url));
  const params = Object.fromEntries(url.searchParams);
  if (params.confirm === 'reset-all') {
    return { question: { count: await orErrorPage(countUsedQuotas(administrator)), here: listPath(url) }, list: null };
  }
  const parsed = webUsageQuery.parse(params);
  const month = parsed.month ?? monthOf(Date.now());
  const query = { ...parsed, month, limit: PAGE_ROWS };
  const report = await orErrorPage(reportUsage(administrator, { ...query, ...periodOfMonth(month) }));
  const [days, acts] = await Promise.all([
    usagePerDay(administrator, month),
    listActs(administrator, ACTS_SHOWN, 'quota'),
  ]);
  return { question: null, list: { report, query, days, acts, here: listPath(url), now: monthOf(Date.now()) } };
}

export const action = pageAction({
  limit: intent({
    needsProof: true,
    schema: limitForm,
    run: async ({ actor, input, context, url }) => {
      const [quota] = await setMonthlyLimit(by(actor), [input.userId], input.monthlyLimit);
      const values = { email: quota!.email, limit: quota!.monthlyLimit };
      return redirectWithToast(context, listPath(url), { key: 'limitSet', values });
    },
  }),
  reset: intent({
    needsProof: true,
    schema: userChoice,
    run: async ({ actor, input, context, url }) => {
      const [quota] = await resetQuotas(by(actor), [input.userId]);
      return redirectWithToast(context, listPath(url), { key: 'quotaReset', values: { email: quota!.email } });
    },
  }),
  'reset-all': intent({
    needsProof: true,
    run: async ({ actor, context, url }) => {
      if (url.searchParams.get('confirm') !== 'reset-all') {
        await countUsedQuotas(by(actor));
        return redirect(listPath(url, { confirm: 'reset-all' }), 303);
      }
      const count = await resetAllQuotas(by(actor));
      return redirectWithToast(context, listPath(url), { key: 'quotasReset', values: { count } });
    },
  }),
});

/** Returns the path of the previous list, optionally with a confirmation question. */
function listPath({ pathname, searchParams }: URL, question: Record<string, string> = {}): string {
  const kept = [...searchParams].filter(([name]) => ['month', 'by', 'keyword', 'page', 'sort', 'order'].includes(name));
  const query = new URLSearchParams([...kept, ...Object.entries(question)]);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

export default function TokenUsageRoute({ loaderData: { question, list } }: Route.ComponentProps) {
  return question ? <UsageReset {...question} /> : <UsagePage {...list} />;
}

export function ErrorBoundary() {
  return <UsageFault error={useRouteError()} />;
}
