import { useProviderLabel } from '#app/features/accounts/use-provider-label.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProviderName } from '#app/schemas/providers.ts';
import { Icon } from '#app/ui/icon.tsx';

type ProviderButtonsProps = {
  providers: readonly ProviderName[];
  /** `_blank` if the page has unsaved input. */
  target?: '_blank';
};

/** Renders the providers as submit buttons of the surrounding form, so that its checkboxes apply to them too. */
export function ProviderButtons({ providers, target }: ProviderButtonsProps) {
  const t = useTexts();
  const labelOf = useProviderLabel();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  if (providers.length === 0) return null;
  return (
    <>
      {hasPasswords ? <div className="or">{t('auth.provider.or')}</div> : null}
      {providers.map((name, index) => (
        <button
          key={name}
          className={index === 0 && !hasPasswords ? 'button main' : 'button'}
          type="submit"
          formAction={`/auth/${name}`}
          formNoValidate
          {...(target ? { formTarget: target } : {})}
        >
          <Icon name={name} />
          {t('auth.provider.continue', { provider: labelOf(name) })}
        </button>
      ))}
    </>
  );
}
