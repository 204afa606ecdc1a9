import { BackTo } from '#app/components/back-to.tsx';
import { useFormReply } from '#app/components/use-form-reply.ts';
import { useProblem } from '#app/components/use-problem.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';
import type { DocumentEntry } from '#app/services/documents/document-entry.ts';
import type { InheritedShare } from '#app/services/shares/list-shares.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field, FieldErrors } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { useTexts } from '#app/ui/use-texts.ts';

type SharePanelProps = { document: DocumentEntry; shares: ShareEntry[]; inherited: InheritedShare[] };

/** Who a document is shared with: people, invitations, and what comes down from above. */
export function SharePanel({ document, shares, inherited }: SharePanelProps) {
  const t = useTexts();
  const problem = useProblem();
  const { form, fields } = useFormReply<{ email: string; permission: string }>({
    intent: 'share',
    defaultValue: { permission: 'READ' },
  });
  return (
    <main id="main" className="page">
      <title>{`${t('share.title', { title: document.title })} · Arbor`}</title>
      <BackTo document={document} />
      <h1>{t('share.heading')}</h1>
      <p className="lead">{t('share.text')}</p>
      <FormSummary errors={problem?.result.error?.[''] ?? undefined} />
      <form id={form.id} className="share-form" method="post" onSubmit={form.onSubmit} noValidate>
        <CsrfField />
        <input type="hidden" name="intent" value="share" />
        <Field
          id="email"
          name="email"
          type="email"
          label={t('auth.email')}
          defaultValue={fields.email.initialValue}
          errors={fields.email.errors}
          required
        />
        <div className="field">
          <label htmlFor="permission">{t('share.permission')}</label>
          <PermissionSelect id="permission" value={fields.permission.initialValue ?? 'READ'} />
          <FieldErrors id="permission" errors={fields.permission.errors} />
        </div>
        <button className="button main" type="submit">
          {t('document.share')}
        </button>
      </form>
      {shares.length > 0 ? (
        <ul className="people">
          {shares.map((share) => (
            <Person key={share.id} share={share} />
          ))}
        </ul>
      ) : (
        <p className="quiet-text">{t('share.nobody')}</p>
      )}
      {inherited.length > 0 ? <Inherited shares={inherited} /> : null}
    </main>
  );
}

function PermissionSelect({ id, value }: { id: string; value: string }) {
  const t = useTexts();
  return (
    <select id={id} name="permission" defaultValue={value}>
      {PERMISSIONS.toReversed().map((permission) => (
        <option key={permission} value={permission}>
          {t(`permission.${permission}`)}
        </option>
      ))}
    </select>
  );
}

function Person({ share }: { share: ShareEntry }) {
  const t = useTexts();
  return (
    <li>
      <Who share={share} />
      <form method="post" className="person-form">
        <CsrfField />
        <input type="hidden" name="shareId" value={share.id} />
        <label className="sr-only" htmlFor={`permission-${share.id}`}>
          {t('share.permissionOf', { email: share.email })}
        </label>
        <PermissionSelect key={share.permission} id={`permission-${share.id}`} value={share.permission} />
        <button className="button" type="submit" name="intent" value="share-update">
          {t('share.change')}
        </button>
        <button className="button quiet danger" type="submit" name="intent" value="share-remove">
          {t('share.remove')}
        </button>
      </form>
    </li>
  );
}

function Who({ share }: { share: ShareEntry }) {
  const t = useTexts();
  return (
    <div className="who">
      <strong>{share.displayName ?? share.email}</strong>
      {share.displayName ? <span>{share.email}</span> : null}
      {share.isDeleted ? <span className="chip">{t('share.deleted')}</span> : null}
      {share.userId ? null : <span className="chip amber">{t('share.invited')}</span>}
    </div>
  );
}

function Inherited({ shares }: { shares: InheritedShare[] }) {
  const t = useTexts();
  return (
    <section className="home-section">
      <h2>{t('share.inherited')}</h2>
      <ul className="people">
        {shares.map((share) => (
          <li key={share.id}>
            <Who share={share} />
            <span className="quiet-text">
              {t(`permission.${share.permission}`)} · <a href={`/doc/${share.fromId}/share`}>{share.fromTitle}</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
