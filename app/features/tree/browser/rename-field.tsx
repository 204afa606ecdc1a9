import { type KeyboardEvent, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

const TITLE_MAX = 255;

type RenameFieldProps = {
  title: string;
  icon: string | null;
  /** The new title, or null if unchanged. On blur focus stays where it moved. */
  onDone: (title: string | null, returnsFocus: boolean) => void;
};

/** Edits a title in place: Enter and blur save, Escape cancels. */
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
    // Keep keys from the tree and the page's shortcuts. During a composition, Enter selects a candidate.
    event.stopPropagation();
    if (isComposingKey(event.nativeEvent)) return;
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
