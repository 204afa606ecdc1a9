import { useProviderLabel } from '#app/features/accounts/use-provider-label.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProviderFailure } from '#app/schemas/providers.ts';

/** Returns a function for the message of a failed social sign-in. */
export function useFailureText(): (failure: ProviderFailure) => string {
  const t = useTexts();
  const labelOf = useProviderLabel();
  return ({ reason, provider }) => t(`toast.provider.${reason}`, { provider: provider ? labelOf(provider) : '' });
}
