import { useTexts } from '#app/i18n/use-texts.ts';
import type { UnwatchedDocument } from '#app/services/notifications/unwatch-by-mail.ts';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { FilledText } from '#app/ui/name.tsx';

/** Asks for confirmation to stop watching a document, and confirms it afterwards. */
export function UnwatchCard({ document: { id, title }, isDone }: { document: UnwatchedDocument; isDone: boolean }) {
  const t = useTexts();
  const installation = useInstallationName();
  const key = isDone ? 'unwatch.done' : 'unwatch.title';
  return (
    <section className="card stack">
      <title>{`${t(key, { title })} · ${installation}`}</title>
      <h1>
        <FilledText values={{ title }}>{(placeholders) => t(key, placeholders)}</FilledText>
      </h1>
      <p>{t(isDone ? 'unwatch.doneText' : 'unwatch.text')}</p>
      {isDone ? (
        <p>
          <a href={`/doc/${id}#comments`}>{t('unwatch.open')}</a>
        </p>
      ) : (
        <form method="post">
          <button className="button main" type="submit">
            {t('comments.unwatch')}
          </button>
        </form>
      )}
    </section>
  );
}
