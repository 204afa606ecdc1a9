import { useRootData } from '#app/features/shell/root-data.ts';
import { type ProviderName, providerLabel } from '#app/schemas/providers.ts';

/** Returns a function for the proper name of a provider. */
export function useProviderLabel(): (name: ProviderName) => string {
  const organisation = useRootData()?.organisation;
  return (name) => providerLabel(name, organisation);
}
