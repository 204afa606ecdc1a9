import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import type { PageUpload } from '#app/features/files/use-uploads.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { sizeText } from '#app/ui/size-text.ts';

type UploadListProps = {
  uploads: PageUpload[];
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

/** Lists running and failed uploads with their actions. */
export function UploadList({ uploads, ...acts }: UploadListProps) {
  const t = useTexts();
  const { list, ...onFocusChange } = useKeptFocus();
  if (uploads.length === 0) return null;
  return (
    <ul ref={list} className="uploads" aria-label={t('uploads.title')} {...onFocusChange}>
      {uploads.map((upload) => (
        <UploadItem key={upload.id} upload={upload} {...acts} />
      ))}
    </ul>
  );
}

/** Moves focus to the last button of the item, or of its neighbour, if the focused one leaves; at last to the field. */
function useKeptFocus() {
  const list = useRef<HTMLUListElement>(null);
  /** Index of the item with focus. */
  const held = useRef(-1);
  useLayoutEffect(() => {
    if (held.current < 0 || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('.row-actions > :last-child') ?? [];
    const next = buttons[Math.min(held.current, buttons.length - 1)] ?? document.getElementById('file');
    held.current = -1;
    next?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    held.current = [...(list.current?.children ?? [])].findIndex((item) => item.contains(target));
  };
  const onBlur = () => {
    held.current = -1;
  };
  return { list, onFocus, onBlur };
}

function UploadItem({ upload, onRemove, onRetry }: Omit<UploadListProps, 'uploads'> & { upload: PageUpload }) {
  const t = useTexts();
  const { id, file, state, share, problem } = upload;
  const { name } = file;
  const hasFailed = state === 'failed';
  return (
    <li>
      <div className="who">
        <strong>{name}</strong>
        {hasFailed ? (
          <span className="wrong" role="alert">
            <span className="sr-only">{name}: </span>
            {problem?.text}
          </span>
        ) : (
          <span>
            {sizeText(t, file.size)} · {t(`uploads.${state}`, { percent: Math.floor(share * 100) })}
          </span>
        )}
        {hasFailed ? null : <progress aria-label={name} {...(state === 'checking' ? {} : { value: share })} />}
      </div>
      <div className="row-actions">
        {problem?.mayPass ? (
          <button
            className="button"
            type="button"
            aria-label={t('uploads.retryNamed', { name })}
            onClick={() => onRetry(id)}
          >
            {t('uploads.retry')}
          </button>
        ) : null}
        <button
          className="button quiet"
          type="button"
          aria-label={t(hasFailed ? 'uploads.dismissNamed' : 'uploads.cancelNamed', { name })}
          onClick={() => onRemove(id)}
        >
          {t(hasFailed ? 'uploads.dismiss' : 'uploads.cancel')}
        </button>
      </div>
    </li>
  );
}
