import { z } from 'zod';
import { id, maybe } from '#app/http/api/description/answers/answer-parts.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';

// Shapes of `data` in the API's responses. `satisfies` checks each against the type its service returns.

/** `isAccepted` is null for visitors. */
export const terms = z
  .object({ version: z.string(), content: z.string().describe('Markdown'), isAccepted: z.boolean().nullable() })
  .meta({ id: 'Terms' });

export const account = z
  .object({
    id,
    email: z.string(),
    username: maybe,
    displayName: maybe,
    imageUrl: maybe,
    role: z.enum(['USER', 'ADMIN']),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETED']),
    hasPassword: z.boolean(),
    twoFactor: z.boolean(),
    providers: z.array(z.object({ providerName: z.string(), providerId: z.string() })),
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<AccountDetails>;

export const signedIn = z.object({ user: account });
export const grant = z.object({ tempId: z.string() });
export const login = z.union([signedIn, grant.extend({ twoFactor: z.literal(true) })]);
export const verified = z.union([signedIn, grant.extend({ passwordRequired: z.literal(true).optional() })]);
export const sentTo = z.object({ email: z.string() });
