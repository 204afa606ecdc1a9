import { redirect, useRouteError } from 'react-router';
import { UsageFault } from '#app/features/admin/usage-fault.tsx';
import { UsagePage } from '#app/features/admin/usage-page.tsx';
import { UsageReset } from '#app/features/admin/usage-reset.tsx';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { ceilingChoice, ceilingForm, limitForm, webUsageQuery, withDaysInOrder } from '#app/schemas/usage.ts';
import { userChoice } from '#app/schemas/users.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { listGroups } from '#app/services/groups/list-groups.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { listCeilings, removeCeiling, setCeiling } from '#app/services/quotas/change-ceiling.ts';
import { countUsedQuotas, resetAllQuotas, resetQuotas, setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { periodOfMonth, reportUsage } from '#app/services/quotas/report-usage.ts';
import { usagePerDay } from '#app/services/quotas/usage-per-day.ts';
import type { Route } from './+types/token-usage';

const ACTS_SHOWN = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const administrator = viaWeb(requireActor(context, url));
  const params = Object.fromEntries(url.searchParams);
  if (params.confirm === 'reset-all') {
    return { question: { count: await orErrorPage(countUsedQuotas(administrator)), here: listPath(url) }, list: null };
  }
  const parsed = webUsageQuery.parse(params);
  const month = parsed.month ?? monthOf(Date.now());
  const query = { ...parsed, month };
  const report = await orErrorPage(
    withinPages(query, (asked) => reportUsage(administrator, { ...withDaysInOrder(asked), ...periodOfMonth(month) })),
  );
  const [days, acts, ceilings, groups] = await Promise.all([
    usagePerDay(administrator, month),
    listActs(administrator, ACTS_SHOWN, 'quota'),
    listCeilings(administrator),
    choosableGroups(administrator),
  ]);
  const list = { report, query, days, acts, ceilings, groups, here: listPath(url), now: monthOf(Date.now()) };
  return { question: null, list };
}

async function choosableGroups(administrator: Administration) {
  const groups = await listGroups(administrator);
  return groups.filter(({ isBuiltIn }) => !isBuiltIn).map(({ id, name }) => ({ id, name }));
}

export const action = pageAction({
  limit: intent({
    needsProof: true,
    schema: limitForm,
    run: async ({ actor, input, context, url }) => {
      const [quota] = await setMonthlyLimit(viaWeb(actor), [input.userId], input.monthlyLimit);
      const values = { email: quota!.email, limit: quota!.monthlyLimit };
      return redirectWithToast(context, listPath(url), { key: 'limitSet', values });
    },
  }),
  ceiling: intent({
    needsProof: true,
    schema: ceilingForm,
    run: async ({ actor, input: { scope, ...limits }, context, url }) => {
      await setCeiling(viaWeb(actor), scope, limits);
      return redirectWithToast(context, listPath(url), { key: 'ceilingSet' });
    },
  }),
  'ceiling-remove': intent({
    needsProof: true,
    schema: ceilingChoice,
    run: async ({ actor, input, context, url }) => {
      await removeCeiling(viaWeb(actor), input.scope);
      return redirectWithToast(context, listPath(url), { key: 'ceilingRemoved' });
    },
  }),
  reset: intent({
    needsProof: true,
    schema: userChoice,
    run: async ({ actor, input, context, url }) => {
      const [quota] = await resetQuotas(viaWeb(actor), [input.userId]);
      return redirectWithToast(context, listPath(url), { key: 'quotaReset', values: { email: quota!.email } });
    },
  }),
  'reset-all': intent({
    needsProof: true,
    run: async ({ actor, context, url }) => {
      if (url.searchParams.get('confirm') !== 'reset-all') {
        await countUsedQuotas(viaWeb(actor));
        return redirect(listPath(url, { confirm: 'reset-all' }), 303);
      }
      const count = await resetAllQuotas(viaWeb(actor));
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
