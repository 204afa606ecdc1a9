import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { lock } from '#db/connection.ts';
import { Identity } from '#db/models/identity.ts';
import { User } from '#db/models/user.ts';

type Person = Pick<ProviderProfile, 'providerName' | 'providerId'>;

/** One at a time decides whose a person at a provider is. */
export const lockIdentity = ({ providerName, providerId }: Person) => lock(`identity ${providerName} ${providerId}`);

export async function findIdentityOwner({ providerName, providerId }: Person): Promise<User | null> {
  const identity = await Identity.findOne({ where: { providerName, providerId } });
  return identity && User.findByPk(identity.userId);
}

/** The caller holds the lock and knows that nobody has it. */
export async function addIdentity(userId: string, { providerName, providerId }: Person): Promise<void> {
  await Identity.create({ providerName, providerId, userId, createdAt: Date.now() });
}
