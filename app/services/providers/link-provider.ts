import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { providerLinkedMail } from '#app/emails/provider-linked-mail.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { followClaims } from '#app/services/groups/follow-claims.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { addIdentity, findIdentityOwner, lockIdentity } from '#app/services/providers/add-identity.ts';
import { labelOfProvider } from '#app/services/providers/label-of-provider.ts';
import { providerFailure } from '#app/services/providers/provider-failure.ts';
import { lockSignInMethods } from '#app/services/providers/unlink-provider.ts';
import { inTransaction, models } from '#db/connection.ts';

type Person = Pick<ProviderProfile, 'providerName' | 'providerId'>;

/**
 * Links a provider identity to an account whose owner has proved it, and mails the owner. `groups` are the provider's
 * claims, if known. Idempotent. Throws `accountError` if the identity belongs to another account, or the account has
 * another one of this provider.
 */
export async function linkProvider(userId: string, person: Person, groups: string[] | null = null): Promise<void> {
  await inTransaction(async () => {
    await lockIdentity(person);
    await lockSignInMethods(userId);
    const owner = await findIdentityOwner(person);
    if (groups) await followClaims(userId, groups);
    if (owner?.id === userId) return;
    if (owner) throw providerFailure('taken', person.providerName);
    const linked = await findIdentities(userId);
    const isOccupied = linked.some(({ providerName }) => providerName === person.providerName);
    if (isOccupied) throw providerFailure('occupied', person.providerName);
    await addIdentity(userId, person);
    const detail = { provider: person.providerName };
    await recordEvent(userId, { action: 'account.provider-link', subject: userId, detail });
    await tellOwner(userId, person);
  });
}

async function tellOwner(userId: string, { providerName }: Person): Promise<void> {
  const user = await (await models()).User.findByPk(userId);
  if (!user) return;
  await queueMail(providerLinkedMail(user.email, mailLanguage(user), labelOfProvider(providerName), mailOrigin()));
}
