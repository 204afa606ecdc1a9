import { AffectedAuthors } from '#app/features/document/affected-authors.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type UserDeletionProps = { toDelete: UserEntry; purgeAt: string; writers: Writer[]; here: string };

/** Asks for confirmation and lists the effects of deleting an account. `here` is the list to return to. */
export function UserDeletion({ toDelete, purgeAt, writers, here }: UserDeletionProps) {
  const t = useTexts();
  const title = t('admin.users.deletion.title', { email: toDelete.email });
  const question = new URLSearchParams({ confirm: 'delete', userId: toDelete.id });
  return (
    <main id="main" className="screen">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p>{t('admin.users.deletion.text', { date: purgeAt.slice(0, 10) })}</p>
      <p>{t('admin.users.deletion.documents', { count: toDelete.documents })}</p>
      <AffectedAuthors writers={writers} />
      {writers.length > 0 ? <p>{t('takeout.heirs')}</p> : null}
      <p>{t('admin.users.deletion.kept')}</p>
      <form className="screen-actions" method="post" action={`${here}${here.includes('?') ? '&' : '?'}${question}`}>
        <CsrfField />
        <input type="hidden" name="userId" value={toDelete.id} />
        <button className="button danger" type="submit" name="intent" value="delete">
          {t('admin.users.deletion.confirm')}
        </button>
        <a className="button quiet" href={here}>
          {t('form.cancel')}
        </a>
      </form>
    </main>
  );
}
