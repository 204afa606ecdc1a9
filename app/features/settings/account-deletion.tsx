import { PasswordField } from '#app/features/accounts/account-fields.tsx';
import { AffectedAuthors } from '#app/features/document/affected-authors.tsx';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type AccountDeletionProps = {
  writers: Writer[];
  /** Path of the page that asks for confirmation. */
  page?: string;
};

/** Asks for confirmation and the password, and lists the effects of deleting the account on the user and others. */
export function AccountDeletion({ writers, page = '/settings' }: AccountDeletionProps) {
  const t = useTexts();
  const hasPasswords = useRootData()?.hasPasswords ?? true;
  const { form, fields } = useFormReply<{ password: string }>({ intent: 'account-delete' });
  return (
    <main id="main" className="page narrow">
      <PageTitle>{t('settings.deletion.title')}</PageTitle>
      <h1>{t('settings.deletion.title')}</h1>
      <p className="lead">{t('settings.deletion.text')}</p>
      <AffectedAuthors writers={writers} />
      {writers.length > 0 ? <p>{t('takeout.heirs')}</p> : null}
      <form id={form.id} className="stack" method="post" action={`${page}?confirm=account-delete`} noValidate>
        <CsrfField />
        {hasPasswords ? <PasswordField errors={fields.password.errors} /> : null}
        <div className="screen-actions">
          <button className="button danger" type="submit" name="intent" value="account-delete">
            {t('settings.deletion.confirm')}
          </button>
          <a className="button quiet" href={page}>
            {t('form.cancel')}
          </a>
        </div>
      </form>
    </main>
  );
}
