import { type KeyboardEvent, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';

const TITLE_MAX = 255;

type RenameFieldProps = {
  title: string;
  icon: string | null;
  /** The new title, or null where all stays as it was. By leaving, focus stays where it went. */
  onDone: (title: string | null, returnsFocus: boolean) => void;
};

/** A title changed in its place: Enter and leaving save, Escape does not. */
export function RenameField({ title, icon, onDone }: RenameFieldProps) {
  const t = useTexts();
  const isDone = useRef(false);
  const finish = (typed: string | null, returnsFocus = true) => {
    if (isDone.current) return;
    isDone.current = true;
    const wanted = typed?.trim();
    onDone(wanted && wanted !== title ? wanted : null, returnsFocus);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The tree's keys and the page's shortcuts are not meant; Enter that ends a composition chooses its words.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') finish(event.currentTarget.value);
    if (event.key === 'Escape') finish(null);
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  };
  return (
    <span className="row renaming">
      <span className="emoji">{icon}</span>
      <input
        ref={focusAll}
        aria-label={t('treeWork.newTitle', { title })}
        defaultValue={title}
        maxLength={TITLE_MAX}
        onKeyDown={onKeyDown}
        onBlur={(event) => finish(event.currentTarget.value, false)}
      />
    </span>
  );
}

function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
