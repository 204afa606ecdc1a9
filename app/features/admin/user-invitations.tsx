import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Invitation } from '#app/services/administration/invite-account.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';

type InvitationsProps = { invitations: Invitation[]; here: string; isClosed: boolean };

/** Invites by e-mail and lists pending invitations. */
export function UserInvitations({ invitations, here, isClosed }: InvitationsProps) {
  const t = useTexts();
  const { form, fields } = useFormReply<{ email: string }>({ intent: 'invite' });
  return (
    <section className="settings-section">
      <h2>{t('admin.users.invite.title')}</h2>
      <p className="quiet-text">{t(isClosed ? 'admin.users.invite.closed' : 'admin.users.invite.text')}</p>
      <FormSummary errors={form.errors} id="invite-summary" />
      <form id={form.id} className="invite-form" method="post" action={here} noValidate>
        <CsrfField />
        <Field
          id="invite-email"
          name="email"
          type="email"
          label={t('auth.email')}
          autoComplete="off"
          defaultValue={fields.email.initialValue}
          errors={fields.email.errors}
          required
        />
        <button className="button main" type="submit" name="intent" value="invite">
          {t('admin.users.invite.submit')}
        </button>
      </form>
      {invitations.length > 0 ? (
        <>
          <h3 className="quiet-text">{t('admin.users.invite.pending')}</h3>
          <ul className="people">
            {invitations.map((invitation) => (
              <PendingInvitation key={invitation.email} invitation={invitation} here={here} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function PendingInvitation({ invitation: { email, createdAt }, here }: { invitation: Invitation; here: string }) {
  const t = useTexts();
  return (
    <li>
      <div className="who">
        <strong>{email}</strong>
        <span>
          <TimeAgo at={createdAt} />
        </span>
      </div>
      <ActionForm
        action={here}
        intent="uninvite"
        fields={{ email }}
        label={t('admin.users.invite.withdraw')}
        name={t('phrase.labelled', { label: t('admin.users.invite.withdraw'), value: email })}
        isDanger
      />
    </li>
  );
}
