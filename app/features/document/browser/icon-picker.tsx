import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Emoji, findEmoji, loadEmoji } from '#app/browser/emoji.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

type IconPickerProps = { input: RefObject<HTMLInputElement | null>; onClose: () => void };

const MOST = 160;
const COLUMNS = 8;

/** Fires input events as typing does, so that listeners of the field run. */
function write(input: HTMLInputElement, emoji: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, emoji);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Renders an emoji picker below a field; searches by names in the page's language. */
export function IconPicker({ input, onClose }: IconPickerProps) {
  const t = useTexts();
  const lng = useLanguage();
  const [all, setAll] = useState<Emoji[] | 'failed' | null>(null);
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    loadEmoji(lng).then(setAll, () => setAll('failed'));
    search.current?.focus();
  }, [lng]);
  useEffect(() => {
    const away = ({ target }: Event) => {
      if (!box.current?.parentElement?.contains(target as Node)) onClose();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, [onClose]);
  const shown = useMemo(() => (Array.isArray(all) ? findEmoji(all, typed, MOST) : []), [all, typed]);

  const choose = (emoji: string) => {
    if (input.current) write(input.current, emoji);
    onClose();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
      input.current?.focus();
    }
    const first = shown[0];
    if (event.key === 'Enter' && event.target === search.current) {
      event.preventDefault();
      if (first) choose(first.emoji);
    }
    moveFocus(event, box.current, search.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is inside it
    <div ref={box} className="icon-picker" onKeyDown={onKeyDown}>
      <div className="icon-picker-head">
        <input
          ref={search}
          type="search"
          aria-label={t('icons.search')}
          placeholder={t('icons.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="button" className="button small" onClick={() => choose('')}>
          {t('icons.none')}
        </button>
      </div>
      <div className="icon-picker-grid">
        {shown.map(({ emoji, label }, index) => (
          <button
            key={emoji}
            type="button"
            // One tab stop; arrow keys reach the others.
            tabIndex={index === 0 ? 0 : -1}
            title={label}
            aria-label={label}
            onClick={() => choose(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      <p className="quiet-text" role="status">
        {all === null ? t('icons.loading') : null}
        {all === 'failed' ? t('icons.failed') : null}
        {Array.isArray(all) && shown.length === 0 ? t('icons.nothing') : null}
      </p>
    </div>
  );
}

function moveFocus(event: KeyboardEvent, box: HTMLElement | null, search: HTMLInputElement | null): void {
  const cells = [...(box?.querySelectorAll<HTMLElement>('.icon-picker-grid button') ?? [])];
  const at = cells.indexOf(event.target as HTMLElement);
  const isInSearch = event.target === search;
  if (isInSearch && event.key !== 'ArrowDown') return;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: isInSearch ? 1 : COLUMNS, ArrowUp: -COLUMNS }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const next = cells[at + by];
  if (next) next.focus();
  else if (at + by < 0) search?.focus();
}
