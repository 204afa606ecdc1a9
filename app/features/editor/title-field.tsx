import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';
import { TITLE_MAX } from '#app/schemas/limits.ts';
import { oneLine } from '#app/schemas/one-line.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';
import { fitHeight } from '#app/ui/fit-height.ts';
import { TextArea } from '#app/ui/text-area.tsx';

/** Letters of a title in one line of a narrow window, for browsers that do not fit a field to its text. */
const LETTERS_IN_A_LINE = 30;

type TitleProps = { value: string; language: string | undefined; isInvalid: boolean };

/** Renders the title: a field that wraps and grows with its text, but holds no line breaks. Enter goes to the text. */
export function TitleField({ value, language, isInvalid }: TitleProps) {
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (field.current) return keepOneLine(field.current);
  }, []);
  return (
    <TextArea
      field={field}
      id="title"
      name="title"
      className="title-input"
      lang={language}
      rows={Math.ceil(Math.max(1, value.length) / LETTERS_IN_A_LINE)}
      defaultValue={oneLine(value)}
      placeholder={t('document.untitled')}
      maxLength={TITLE_MAX}
      onKeyDown={leaveByEnter}
      aria-invalid={isInvalid ? true : undefined}
      aria-describedby={isInvalid ? 'title-error' : undefined}
    />
  );
}

/** Moves the focus to the text field on Enter, where the editor has not loaded. */
function leaveByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || isComposingKey(event.nativeEvent) || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('#content')?.focus();
}

/** Inserts pasted and dropped line breaks as spaces, and keeps the height. Returns a cleanup function. */
function keepOneLine(field: HTMLTextAreaElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  field.addEventListener(
    'beforeinput',
    (event) => {
      if (event.inputType === 'insertLineBreak') event.preventDefault();
      if (!event.data || oneLine(event.data) === event.data || event.isComposing) return;
      event.preventDefault();
      // Insert it as typed text, so that it can be undone.
      document.execCommand('insertText', false, oneLine(event.data));
    },
    { signal },
  );
  field.addEventListener('input', () => fitHeight(field), { signal });
  addEventListener('resize', () => fitHeight(field), { signal });
  fitHeight(field);
  return () => listening.abort();
}
