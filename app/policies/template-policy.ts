import { mayAdminister } from '#app/policies/administration-policy.ts';
import type { UserRole } from '#db/models/user.ts';

type Facts = { actor: { role: UserRole }; isOwner: boolean; isForEveryone: boolean };

/**
 * Tests whether an owner may offer a template. For everyone, they must be an administrator, as everyone can then read
 * it.
 */
export function mayOfferTemplate({ actor, isOwner, isForEveryone }: Facts): boolean {
  return isOwner && (!isForEveryone || mayAdminister('administer', { actor }));
}
