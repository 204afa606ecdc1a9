import { useTexts } from '#app/i18n/use-texts.ts';
import { PROVIDER_LABELS, type ProviderFailure } from '#app/schemas/providers.ts';

/** Returns a function for the message of a failed social sign-in. */
export function useFailureText(): (failure: ProviderFailure) => string {
  const t = useTexts();
  return ({ reason, provider }) =>
    t(`toast.provider.${reason}`, { provider: provider ? PROVIDER_LABELS[provider] : '' });
}
