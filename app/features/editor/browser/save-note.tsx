import type { SaveState } from '#app/features/editor/browser/autosave-options.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Icon } from '#app/ui/icon.tsx';

type SaveNoteProps = { state: SaveState; message: string; onCompare: () => void };

/** Shows whether the text is saved, being saved or only in this browser. */
export function SaveNote({ state, message, onCompare }: SaveNoteProps) {
  const t = useTexts();
  const isTrouble = state === 'offline' || state === 'conflict' || state === 'refused';
  return (
    <p className={isTrouble ? 'save-note trouble' : 'save-note'} data-state={state}>
      <span role="status">
        {state === 'saved' ? <Icon name="check" /> : null}
        {isTrouble ? <Icon name="cloud-off" /> : null}
        {[t(`editor.state.${state}`), message].filter(Boolean).join(' ')}
      </span>
      {state === 'conflict' ? (
        <button type="button" className="button small main" onClick={onCompare}>
          {t('editor.compare')}
        </button>
      ) : null}
    </p>
  );
}
