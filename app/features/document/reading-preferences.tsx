import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useFocusMode } from '#app/features/document/use-focus-mode.ts';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

/** Returns the classes of the reading look for the page's `<main>`. */
export function useReadingLook(): string {
  const { isWide, isSmall } = useRootData()?.look ?? { isWide: false, isSmall: false };
  return `${isWide ? ' wide' : ''}${isSmall ? ' small' : ''}`;
}

/** Renders width, text size and focus mode: forms and a link, handled by script without a page load. */
export function ReadingLook() {
  const t = useTexts();
  const look = useRootData()?.look;
  const { into } = useFocusMode();
  return (
    <>
      <Switch name="width" value="full" className="wide" isOn={look?.isWide ?? false} label={t('reading.fullWidth')} />
      <Switch
        name="text"
        value="small"
        className="small"
        isOn={look?.isSmall ?? false}
        label={t('reading.smallText')}
      />
      <a className="row" href={into} data-keeps-scroll>
        <Icon name="focus" />
        {t('reading.focus')}
      </a>
    </>
  );
}

type SwitchProps = { name: string; value: string; className: string; isOn: boolean; label: string };

function Switch({ name, value, className, isOn, label }: SwitchProps) {
  const { pathname, search } = useLocation();
  const [isShownOn, setShownOn] = useState(isOn);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const main = document.getElementById('main');
    main?.classList.toggle(className, !isShownOn);
    setShownOn(!isShownOn);
    const body = new URLSearchParams({
      csrf: new FormData(form).get('csrf') as string,
      // Send the whole look, so that two quick choices do not undo each other.
      width: main?.classList.contains('wide') ? 'full' : 'normal',
      text: main?.classList.contains('small') ? 'small' : 'normal',
    });
    // The look is already applied; only storing it can fail.
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch((error: unknown) =>
      console.warn('How documents are set is not kept:', error),
    );
  };
  return (
    <form method="post" action="/preferences" onSubmit={onSubmit}>
      <CsrfField />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <button className="row" type="submit" name={name} value={isShownOn ? 'normal' : value} aria-pressed={isShownOn}>
        <Icon name={name === 'width' ? 'width' : 'letters'} />
        {label}
      </button>
    </form>
  );
}
