import type { ProviderName } from '#app/schemas/providers.ts';
import { models } from '#db/connection.ts';

export type LinkedProvider = { providerName: ProviderName; providerId: string };

/** Lists the linked provider identities of an account, oldest link first. */
export async function findIdentities(userId: string): Promise<LinkedProvider[]> {
  const { Identity } = await models();
  const rows = await Identity.findAll({ where: { userId }, order: ['createdAt', 'providerName'] });
  return rows.map(({ providerName, providerId }) => ({ providerName: providerName as ProviderName, providerId }));
}
