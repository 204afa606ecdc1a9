import { returnSignedOut } from '#app/adapters/oauth-providers.ts';
import { log } from '#app/observability/log.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { findIdentityOwner } from '#app/services/providers/add-identity.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import { signOutEverywhere } from '#app/services/sessions/end-session.ts';
import { inTransaction } from '#db/connection.ts';

/**
 * Ends all sessions of the person whom the organisation's issuer signed out or took away. Returns false for a token
 * that the issuer did not sign for this installation. Throws `invalidProvider` if the issuer does not answer.
 */
export async function endAtIssuer(logoutToken: string): Promise<boolean> {
  const providerId = await returnSignedOut(logoutToken).catch((error) => {
    log.warn({ error, provider: 'oidc', event: 'provider-failed' }, 'the issuer could not be reached');
    throw providerFailure('failed', 'oidc', error);
  });
  if (providerId === null) return false;
  await inTransaction(async () => {
    const owner = await findIdentityOwner({ providerName: 'oidc', providerId });
    if (!owner) return;
    await signOutEverywhere(owner.id);
    await recordEvent(null, { action: 'session.end', subject: owner.id, detail: { by: 'issuer' } });
  });
  return true;
}
