import type { ProviderName } from '#app/schemas/providers.ts';
import { select } from '#db/connection.ts';

export type LinkedProvider = { providerName: ProviderName; providerId: string };

/** Lists the linked provider identities of an account, oldest link first. */
export function findIdentities(userId: string): Promise<LinkedProvider[]> {
  return select<LinkedProvider>(
    `SELECT provider_name AS "providerName", provider_id AS "providerId" FROM identities
     WHERE user_id = $userId ORDER BY created_at, provider_name`,
    { userId },
  );
}
