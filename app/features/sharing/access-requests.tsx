import { PermissionSelect } from '#app/features/sharing/permission-select.tsx';
import { Avatar } from '#app/features/shell/avatar.tsx';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { ProfileImages } from '#app/services/accounts/find-profile-images.ts';
import type { AccessRequest } from '#app/services/shares/access-requests.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Name } from '#app/ui/name.tsx';

type AccessRequestsProps = { requests: AccessRequest[]; shares: ShareEntry[]; faces: ProfileImages };

/** Lists pending access requests, each with a filled-in share form and a button to dismiss it. */
export function AccessRequests({ requests, shares, faces }: AccessRequestsProps) {
  const t = useTexts();
  if (requests.length === 0) return null;
  return (
    <section className="home-section" aria-labelledby="access-requests">
      <h2 id="access-requests">{t('accessRequest.heading')}</h2>
      <table className="data cards requests">
        <thead>
          <tr>
            <th scope="col">{t('accessRequest.who')}</th>
            <th scope="col">{t('accessRequest.note')}</th>
            <th scope="col">{t('accessRequest.when')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Row
              key={request.id}
              request={request}
              face={faces[request.email] ?? null}
              entry={shares.find(({ email }) => email === request.email)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { request: AccessRequest; entry: ShareEntry | undefined; face: string | null };

function Row({ request, entry, face }: RowProps) {
  const t = useTexts();
  const { id, email, displayName, message, requestedAt } = request;
  return (
    <tr>
      <th scope="row" data-label={t('accessRequest.who')}>
        <div className="who-with-face">
          <Avatar name={displayName ?? email} imageUrl={face} />
          <div className="who">
            <strong>
              <Name className="" text={displayName ?? email} />
            </strong>
            {displayName ? <span>{email}</span> : null}
          </div>
        </div>
      </th>
      <td className="request-message" data-label={t('accessRequest.note')}>
        <Name className="" text={message ?? ''} />
      </td>
      <td data-label={t('accessRequest.when')}>
        <TimeAgo at={requestedAt} />
      </td>
      <td>
        <div className="request-forms">
          <form method="post" className="person-form">
            <CsrfField />
            <input type="hidden" name="intent" value={entry ? 'share-update' : 'share'} />
            {entry ? (
              <input type="hidden" name="shareId" value={entry.id} />
            ) : (
              <input type="hidden" name="email" value={email} />
            )}
            <label className="sr-only" htmlFor={`allow-${id}`}>
              {t('share.permissionOf', { email })}
            </label>
            <PermissionSelect id={`allow-${id}`} value="READ" />
            <button className="button" type="submit" aria-label={t('accessRequest.allowOf', { email })}>
              {t('accessRequest.allow')}
            </button>
          </form>
          <ActionForm
            intent="request-dismiss"
            fields={{ requestId: id }}
            label={t('accessRequest.dismiss')}
            name={t('accessRequest.dismissOf', { email })}
          />
        </div>
      </td>
    </tr>
  );
}
