import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { FullDate } from '#app/ui/full-date.tsx';
import { useInstallationName } from '#app/ui/installation-name.ts';
import { PageTitle } from '#app/ui/page-title.tsx';

type TermsPageProps = {
  version: string;
  html: string;
  hasMaths: boolean;
  /** ISO 8601; null for a visitor and before the acceptance. */
  acceptedAt: string | null;
  /** True for an account that must accept them before anything else. */
  isAsked: boolean;
  /** Page to continue to. */
  wanted: string;
};

/** Shows the installation's terms. Asks an account that has not accepted them, or lets it leave. */
export function TermsPage(props: TermsPageProps) {
  const t = useTexts();
  const installation = useInstallationName();
  const { version, acceptedAt, isAsked } = props;
  return (
    <main id="main" className="page narrow terms">
      <PageTitle>{t('terms.title')}</PageTitle>
      <MathsStyles wanted={props.hasMaths} />
      <h1>{t('terms.title')}</h1>
      {isAsked ? <p className="lead">{t('terms.asked', { installation })}</p> : null}
      <p className="quiet-text">
        {t('terms.version', { version })}
        {acceptedAt ? (
          <>
            {' · '}
            {t('terms.acceptedAt')} <FullDate at={acceptedAt} />
          </>
        ) : null}
      </p>
      <TermsText html={props.html} isAsked={isAsked} />
      {isAsked ? <AcceptForm {...props} /> : null}
    </main>
  );
}

/** Renders the text, in a scrolling box if the buttons below it must stay visible. */
function TermsText({ html, isAsked }: Pick<TermsPageProps, 'html' | 'isAsked'>) {
  const t = useTexts();
  const lng = useLanguage();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by app/markdown
  const text = <div className="prose" lang={lng} dangerouslySetInnerHTML={{ __html: html }} />;
  if (!isAsked) return text;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
    <section className="terms-box" aria-label={t('terms.title')} tabIndex={0}>
      {text}
    </section>
  );
}

function AcceptForm({ version, wanted }: TermsPageProps) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ terms: string; redirectTo: string }>({ intent: 'accept' });
  return (
    <>
      <form
        id={form.id}
        className="stack"
        method="post"
        action={`/terms?${new URLSearchParams({ redirectTo: wanted })}`}
      >
        <CsrfField />
        <input type="hidden" name="terms" value={version} />
        <FieldErrors id="terms" errors={fields.terms.errors} />
        <div>
          <button className="button main" type="submit" name="intent" value="accept">
            {t('terms.acceptAndGoOn')}
          </button>
        </div>
      </form>
      <Leaving />
    </>
  );
}

/** Options for a person who does not accept: sign out, export the data, delete the account. */
function Leaving() {
  const t = useTexts();
  return (
    <section className="settings-section">
      <h2>{t('terms.leaving')}</h2>
      <p className="quiet-text">{t('terms.leavingText')}</p>
      <div className="screen-actions">
        <form action="/logout" method="post">
          <CsrfField />
          <button className="button" type="submit">
            {t('auth.signOut')}
          </button>
        </form>
        <a className="button" href="/settings/export" data-file>
          {t('settings.export.download')}
        </a>
        <form method="post" action="/terms">
          <CsrfField />
          <button className="button danger" type="submit" name="intent" value="account-delete">
            {t('settings.deletion.start')}
          </button>
        </form>
      </div>
    </section>
  );
}
