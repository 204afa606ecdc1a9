import type { RefObject } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';

type BarProps = {
  docId: string;
  isLive: boolean;
  /** Address of the page in focus mode; null in that mode. */
  intoFocus: string | null;
  /** The place of the note that tells what is saved. */
  note: RefObject<HTMLDivElement | null>;
};

/** Renders the buttons and links above the text that is edited. */
export function EditorBar({ docId, isLive, intoFocus, note }: BarProps) {
  const t = useTexts();
  return (
    <div className="editor-bar">
      <button
        className="button main"
        type="submit"
        name="intent"
        value="save"
        // The editor keeps the focus: without it, it would draw what is written as source, and move the text.
        onMouseDown={isLive ? (event) => event.preventDefault() : undefined}
      >
        {t('form.save')}
      </button>
      <button className="button" type="submit" name="intent" value="preview">
        {t('document.preview')}
      </button>
      <a className="button quiet" href={`/doc/${docId}`} hidden={isLive}>
        {t('form.cancel')}
      </a>
      <span className="push" />
      <div ref={note} className="save-slot" />
      {intoFocus === null ? null : (
        <a className="quiet-text to-focus" href={intoFocus}>
          {t('reading.focus')}
        </a>
      )}
      <a className="quiet-text to-help" href="/help/markdown" target="_blank" rel="noopener">
        {t('document.markdownHelp')}
      </a>
    </div>
  );
}
