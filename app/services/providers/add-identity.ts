import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import type { User } from '#db/models/user.ts';

type Person = Pick<ProviderProfile, 'providerName' | 'providerId'>;

/** Serialises decisions on the account of a provider identity. */
export const lockIdentity = ({ providerName, providerId }: Person) => lock(`identity ${providerName} ${providerId}`);

export async function findIdentityOwner({ providerName, providerId }: Person): Promise<User | null> {
  const identity = await (await models()).Identity.findOne({ where: { providerName, providerId } });
  return identity && (await models()).User.findByPk(identity.userId);
}

/** Links an identity. The caller must hold the lock and have checked that it is not linked. */
export async function addIdentity(userId: string, { providerName, providerId }: Person): Promise<void> {
  await (await models()).Identity.create({ providerName, providerId, userId, createdAt: Date.now() });
}
