import { z } from 'zod';
import { count, id, instant, maybe, paged } from '#app/http/api/description/answers/answer-parts.ts';
import { AUDIT_KINDS } from '#app/schemas/audit-kinds.ts';
import { USER_ROLES, USER_STATUSES } from '#app/schemas/users.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Ceiling } from '#app/services/quotas/change-ceiling.ts';
import type { Quota, QuotaDetail } from '#app/services/quotas/get-quota.ts';
import type { Totals } from '#app/services/quotas/report-usage.ts';

// Shapes of `data` in the API's responses. `satisfies` checks each against the type its service returns.

const quotaFields = z.object({ email: z.string(), monthlyLimit: count, monthlyUsed: count, lastResetDate: instant });
export const quota = quotaFields satisfies z.ZodType<Quota>;
export const quotaDetail = quotaFields
  .extend({ userId: id, left: count, reserved: count, resetsAt: instant })
  .meta({ id: 'Quota' }) satisfies z.ZodType<QuotaDetail>;

const amount = z.number().min(0);
export const ceiling = z
  .object({
    groupId: id.nullable().describe('null for the installation'),
    groupName: maybe,
    monthlyTokens: count.nullable(),
    monthlyCost: amount.nullable(),
    monthlyUsed: count,
    monthlyUsedCost: amount,
    reserved: count.describe('Tokens of calls in progress'),
  })
  .meta({ id: 'Ceiling' }) satisfies z.ZodType<Ceiling>;

const totals = z
  .object({
    requests: count,
    promptTokens: count,
    completionTokens: count,
    totalTokens: count,
    cost: z.number().optional(),
  })
  .meta({ id: 'UsageTotals' }) satisfies z.ZodType<Totals>;
const usageRow = z
  .object({
    ...totals.shape,
    userId: z.string().optional(),
    email: maybe.optional(),
    monthlyLimit: count.optional(),
    monthlyUsed: count.optional(),
    lastResetDate: instant.optional(),
    date: z.iso.date().optional(),
    model: z.string().optional(),
    feature: z.string().optional(),
  })
  .meta({ id: 'UsageRow' });

export const auditLog = paged(
  z.object({
    id,
    createdAt: instant,
    action: z.enum(AUDIT_KINDS),
    actor: z.string().nullable(),
    via: z.enum(['web', 'cli', 'job']),
    address: z.string().nullable(),
    subject: z.string(),
    detail: z.string(),
  }),
);
const userEntry = z
  .object({
    id,
    email: z.string(),
    displayName: maybe,
    username: maybe,
    role: z.enum(USER_ROLES),
    status: z.enum(USER_STATUSES),
    verified: z.boolean(),
    createdAt: instant,
    lastSeenAt: instant.nullable().describe('Last activity, within the hour'),
    documents: count,
    purgeAt: instant.nullable(),
    storageLimit: count.nullable(),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<UserEntry>;
export const userList = paged(userEntry);

export const usageReport = paged(usageRow).extend({ totals });
