import { PROVIDER_LABELS } from '#app/schemas/choices.ts';
import type { ProviderFailure } from '#app/schemas/providers.ts';
import { useTexts } from '#app/ui/use-texts.ts';

/** The sentence for a social sign-in that came to nothing. */
export function useFailureText(): (failure: ProviderFailure) => string {
  const t = useTexts();
  return ({ reason, provider }) =>
    t(`toast.provider.${reason}`, { provider: provider ? PROVIDER_LABELS[provider] : '' });
}
