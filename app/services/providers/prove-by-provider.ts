import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { followClaims } from '#app/services/groups/follow-claims.ts';
import { findIdentityOwner, lockIdentity } from '#app/services/providers/add-identity.ts';
import type { LiveSession } from '#app/services/sessions/find-session.ts';
import { markProved } from '#app/services/sign-in/prove-again.ts';
import { inTransaction } from '#db/connection.ts';

/** Proves a session by its account's provider. Returns false for an identity of another account, or of none. */
export function proveByProvider({ actor, sessionId }: LiveSession, profile: ProviderProfile): Promise<boolean> {
  return inTransaction(async () => {
    await lockIdentity(profile);
    const owner = await findIdentityOwner(profile);
    if (owner?.id !== actor.id || !accountAllows('enter', owner)) return false;
    if (profile.groups) await followClaims(owner.id, profile.groups);
    await markProved(sessionId);
    return true;
  });
}
