import { z } from 'zod';
import { keyword, paging } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import { userChoice } from '#app/schemas/users.ts';

export const USAGE_GROUPS = ['user', 'day', 'model', 'feature'] as const;
/** The web interface can also group by document owner. */
export const WEB_USAGE_GROUPS = [...USAGE_GROUPS, 'owner'] as const;
export type UsageGroup = (typeof WEB_USAGE_GROUPS)[number];
export const USAGE_SORTS = ['tokens', 'requests', 'email'] as const;

/** A month as `YYYY-MM`. */
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-01' && text <= '9999-11';

/** The web interface never rejects this query: unknown values fall back to the default (contract, Fallbacks). */
export const usageQuery = paging.extend({
  month: z.string().refine(isMonth).optional().catch(undefined),
  sort: z.enum(USAGE_SORTS).catch('tokens'),
  order: z.enum(['asc', 'desc']).catch('desc'),
  by: z.enum(USAGE_GROUPS).catch('user'),
  keyword,
});
export const webUsageQuery = usageQuery.extend({ by: z.enum(WEB_USAGE_GROUPS).catch('user') });
export type WebUsageQuery = z.output<typeof webUsageQuery>;
export type UsageQuery = z.output<typeof usageQuery>;

export const monthlyLimit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The installation, or a group by id. */
const scope = z.union([z.literal('installation').transform(() => null), id()]);
const blankToNull = (value: unknown) => (value === undefined || value === '' ? null : value);

export const COST_MAX = 1_000_000;
export const ceilingChoice = z.object({ scope });
export const ceilingForm = ceilingChoice.extend({
  monthlyTokens: z.preprocess(blankToNull, z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()),
  monthlyCost: z.preprocess(blankToNull, z.coerce.number().min(0).max(COST_MAX).multipleOf(0.01).nullable()),
});

/** The group of a ceiling over the API; null or absent for the installation. */
export const ceilingGroup = z.object({ groupId: z.preprocess(blankToNull, id().nullable()) });
export const ceilingFields = ceilingGroup.extend({
  monthlyTokens: monthlyLimit.nullable().default(null),
  monthlyCost: z.number().min(0).max(COST_MAX).multipleOf(0.01).nullable().default(null),
});

export const limitForm = userChoice.extend({
  monthlyLimit: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
