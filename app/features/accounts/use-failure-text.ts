import { useTexts } from '#app/i18n/use-texts.ts';
import { PROVIDER_LABELS, type ProviderFailure } from '#app/schemas/providers.ts';

/** The sentence for a social sign-in that came to nothing. */
export function useFailureText(): (failure: ProviderFailure) => string {
  const t = useTexts();
  return ({ reason, provider }) =>
    t(`toast.provider.${reason}`, { provider: provider ? PROVIDER_LABELS[provider] : '' });
}
