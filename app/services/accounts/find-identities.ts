import type { ProviderName } from '#app/schemas/providers.ts';
import { select } from '#db/connection.ts';

export type LinkedProvider = { providerName: ProviderName; providerId: string };

/** Who an account is at which provider, in the order they were linked. */
export function findIdentities(userId: string): Promise<LinkedProvider[]> {
  return select<LinkedProvider>(
    `SELECT provider_name AS "providerName", provider_id AS "providerId" FROM identities
     WHERE user_id = $userId ORDER BY created_at, provider_name`,
    { userId },
  );
}
