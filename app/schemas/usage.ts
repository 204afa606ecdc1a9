import { z } from 'zod';
import { keyword, paging } from '#app/schemas/documents.ts';
import { postedNumber } from '#app/schemas/posted-number.ts';
import { id } from '#app/schemas/text.ts';
import { userChoice } from '#app/schemas/users.ts';

export const USAGE_GROUPS = ['user', 'day', 'model', 'feature'] as const;
/** The web interface can also group by document owner. */
export const WEB_USAGE_GROUPS = [...USAGE_GROUPS, 'owner'] as const;
export type UsageGroup = (typeof WEB_USAGE_GROUPS)[number];
export const USAGE_SORTS = ['tokens', 'requests', 'email'] as const;

/** A month as `YYYY-MM`. */
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-01' && text <= '9999-11';

const sort = z.enum(USAGE_SORTS);
const order = z.enum(['asc', 'desc']);
const usageFields = paging.extend({ month: z.string().refine(isMonth).optional().catch(undefined), keyword });

/** The order of days where no other is asked for: `email` is the name of a row, here its date. */
export const DAYS_IN_ORDER = { sort: 'email', order: 'asc' } as const;

/** Unknown values fall back to the default (contract, Fallbacks), which for days is the order of time. */
export const usageQuery = usageFields
  .extend({
    by: z.enum(USAGE_GROUPS).catch('user'),
    sort: sort.optional().catch(undefined),
    order: order.optional().catch(undefined),
  })
  .transform(({ by, sort = by === 'day' ? DAYS_IN_ORDER.sort : 'tokens', ...rest }) => {
    const isNamed = by === 'day' && sort === DAYS_IN_ORDER.sort;
    return { ...rest, by, sort, order: rest.order ?? (isNamed ? DAYS_IN_ORDER.order : 'desc') };
  });
/** Returns the query of a report on a page or terminal, where days cannot be sorted otherwise. */
export const withDaysInOrder = <Query extends { by: UsageGroup }>(query: Query) =>
  query.by === 'day' ? { ...query, ...DAYS_IN_ORDER } : query;

export const webUsageQuery = usageFields.extend({
  by: z.enum(WEB_USAGE_GROUPS).catch('user'),
  sort: sort.catch('tokens'),
  order: order.catch('desc'),
});
export type WebUsageQuery = z.output<typeof webUsageQuery>;
export type UsageQuery = z.output<typeof usageQuery>;

export const monthlyLimit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The installation, or a group by id. */
const scope = z.union([z.literal('installation').transform(() => null), id()]);
const blankToNull = (value: unknown) => (value === undefined || value === '' ? null : value);

export const COST_MAX = 1_000_000;
const monthlyCost = z.number().min(0).max(COST_MAX).multipleOf(0.01);
export const ceilingChoice = z.object({ scope });
export const ceilingForm = ceilingChoice.extend({
  monthlyTokens: z.preprocess(blankToNull, postedNumber(monthlyLimit).nullable()),
  monthlyCost: z.preprocess(blankToNull, postedNumber(monthlyCost).nullable()),
});

/** The group of a ceiling over the API; null or absent for the installation. */
export const ceilingGroup = z.object({ groupId: z.preprocess(blankToNull, id().nullable()) });
export const ceilingFields = ceilingGroup.extend({
  monthlyTokens: monthlyLimit.nullable().default(null),
  monthlyCost: monthlyCost.nullable().default(null),
});

export const limitForm = userChoice.extend({
  monthlyLimit: postedNumber(monthlyLimit),
});
