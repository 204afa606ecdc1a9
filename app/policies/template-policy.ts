import { mayAdminister } from '#app/policies/administration-policy.ts';
import type { UserRole } from '#db/models/user.ts';

type Facts = { actor: { role: UserRole }; isOwner: boolean; isForEveryone: boolean };

/** Owners offer templates to themselves; to everyone, only if they are administrators: everyone can then read it. */
export function mayOfferTemplate({ actor, isOwner, isForEveryone }: Facts): boolean {
  return isOwner && (!isForEveryone || mayAdminister('administer', { actor }));
}
