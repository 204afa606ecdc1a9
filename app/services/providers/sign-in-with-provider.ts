import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import type { Language } from '#app/i18n/language.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { followClaims } from '#app/services/groups/follow-claims.ts';
import { addIdentity, findIdentityOwner, lockIdentity } from '#app/services/providers/add-identity.ts';
import { createPendingLink } from '#app/services/providers/pending-links.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import type { Device } from '#app/services/sessions/start-session.ts';
import { type Entry, enterAccount } from '#app/services/sign-in/enter-account.ts';
import { newUser } from '#app/services/sign-in/register-account.ts';
import { mayRegister, registrationRule } from '#app/services/sign-in/registration-rule.ts';
import { markVerified } from '#app/services/sign-in/verify-account.ts';
import { forgetAcceptances } from '#app/services/terms/accept-terms.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';
import type { User } from '#db/models/user.ts';

export type ProviderSignIn =
  | { entry: Entry; email: string; isNew: boolean }
  /** The address has an account, which must be verified before the provider is linked. */
  | { tempId: string };

/**
 * Signs in by provider identity, never by address. An unknown identity with an unknown address registers an account if
 * registration allows it. Throws `accountError`, `permissionDenied`.
 */
export function signInWithProvider(profile: ProviderProfile, device: Device, lng: Language): Promise<ProviderSignIn> {
  return inTransaction(async () => {
    await lockIdentity(profile);
    const owner = await findIdentityOwner(profile);
    if (owner && accountAllows('enter', owner)) return { ...(await enter(owner, profile, device)), isNew: false };
    if (owner) throw providerFailure('inactive', profile.providerName);
    const { verifiedEmail } = profile;
    if (!verifiedEmail) throw providerFailure('unverified', profile.providerName);
    await lockAddress(verifiedEmail);
    const known = await (await models()).User.findOne({ where: { email: verifiedEmail } });
    if (known && !accountAllows('enter', known)) throw providerFailure('inactive', profile.providerName);
    if (known?.verifiedAt) return { tempId: await askForProof(known, profile, device) };
    await requireRegistration(verifiedEmail, profile);
    const user = await becomeAccount(
      known ?? (await (await models()).User.create(newUser(verifiedEmail))),
      profile,
      lng,
    );
    return { ...(await enter(user, profile, device)), isNew: true };
  });
}

async function enter(
  user: User,
  { groups }: ProviderProfile,
  device: Device,
): Promise<{ entry: Entry; email: string }> {
  if (groups) await followClaims(user.id, groups);
  return { entry: await enterAccount(user.id, device), email: user.email };
}

async function askForProof(user: User, profile: ProviderProfile, { remember }: Device): Promise<string> {
  const linked = await findIdentities(user.id);
  const isOccupied = linked.some(({ providerName }) => providerName === profile.providerName);
  if (isOccupied) throw providerFailure('occupied', profile.providerName);
  return createPendingLink(user.id, profile, remember);
}

async function requireRegistration(email: string, { providerName }: ProviderProfile): Promise<void> {
  const { kind } = registrationRule();
  if (kind === 'closed') throw providerFailure('closed', providerName);
  if (!(await mayRegister(email)))
    throw providerFailure(kind === 'domains' ? 'otherDomain' : 'uninvited', providerName);
}

/**
 * Completes an unverified registration. Discards its password and accepted terms, as someone else may have given them.
 */
async function becomeAccount(user: User, profile: ProviderProfile, lng: Language): Promise<User> {
  const { displayName, imageUrl } = profile;
  user.set({ passwordHash: null, displayName, imageUrl, lng });
  await forgetAcceptances(user.id);
  await markVerified(user);
  await recordEvent(user.id, { action: 'account.register', subject: user.id });
  await addIdentity(user.id, profile);
  return user;
}
