import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { keyword, paging } from '#app/schemas/documents.ts';
import { INACTIVE_MAX_DAYS } from '#app/schemas/limits.ts';
import { id } from '#app/schemas/text.ts';

export const USER_SORTS = ['createdAt', 'email', 'status', 'role', 'lastSeenAt'] as const;
export const USER_STATUSES = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export const USER_ROLES = ['USER', 'ADMIN'] as const;

/** Query of the account list; unknown values fall back to the default. */
export const userQuery = paging.extend({
  keyword,
  sort: z.enum(USER_SORTS).catch('createdAt'),
  order: z.enum(['asc', 'desc']).catch('desc'),
  status: z.enum(USER_STATUSES).optional().catch(undefined),
  role: z.enum(USER_ROLES).optional().catch(undefined),
  /** Only accounts without activity for so many days. */
  inactive: z.coerce.number().int().min(1).max(INACTIVE_MAX_DAYS).optional().catch(undefined),
});
export const userChoice = z.object({ userId: id() });
/** Empty for no limit. */
export const storageLimit = userChoice.extend({
  megabytes: z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'megabytes')
    .transform((text) => (text === '' ? null : Number(text)))
    .nullish(),
});
export const invitation = z.object({ email });

export type UserQuery = z.output<typeof userQuery>;
