import { AccessRequests } from '#app/features/sharing/access-requests.tsx';
import { CommentingForm } from '#app/features/sharing/commenting-form.tsx';
import { GroupShareForm, GroupWho, PeopleWithAccess, useGroupName } from '#app/features/sharing/group-shares.tsx';
import { HandOverForm } from '#app/features/sharing/hand-over-form.tsx';
import { PermissionSelect } from '#app/features/sharing/permission-select.tsx';
import { PublicLinkSection } from '#app/features/sharing/public-link-section.tsx';
import { Avatar } from '#app/features/shell/avatar.tsx';
import { BackTo } from '#app/features/shell/back-to.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { ProfileImages } from '#app/services/accounts/find-profile-images.ts';
import type { BranchSize, Heir } from '#app/services/accounts/hand-over-document.ts';
import type { GroupEntry } from '#app/services/groups/list-groups.ts';
import type { LinkRule } from '#app/services/public-links/link-rule.ts';
import type { PublicLink } from '#app/services/public-links/public-link.ts';
import type { AccessRequest } from '#app/services/shares/access-requests.ts';
import type { PersonWithAccess } from '#app/services/shares/list-people-with-access.ts';
import type { InheritedShare } from '#app/services/shares/list-shares.ts';
import type { GroupShare, PersonShare, ShareEntry } from '#app/services/shares/share-entry.ts';
import { ConfirmedSubmit } from '#app/ui/confirmed-submit.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field, FieldErrors } from '#app/ui/field.tsx';
import { Name } from '#app/ui/name.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';
import { TextWithLink } from '#app/ui/text-with-link.tsx';

type SharePanelProps = {
  document: DocumentEntry;
  shares: ShareEntry[];
  inherited: InheritedShare[];
  /** Groups that the document can be shared with. */
  groups: GroupEntry[];
  /** People who have access through a group. */
  reached: PersonWithAccess[];
  requests: AccessRequest[];
  link: PublicLink | null;
  rule: LinkRule;
  origin: string;
  faces: ProfileImages;
  /** By user id: number of documents that the person wrote here and would lose with their share. */
  losses: Record<string, number>;
  /** The only domains to share with; null for any. */
  domains: string[] | null;
  handover: { size: BranchSize; heirs: Heir[] };
};

/** Lists a document's shares: people, invitations and inherited entries. */
export function SharePanel(props: SharePanelProps) {
  const {
    document,
    shares,
    inherited,
    groups,
    reached,
    requests,
    link,
    rule,
    origin,
    faces,
    losses,
    domains,
    handover,
  } = props;
  const t = useTexts();
  const { form, fields } = useFormReply<{ email: string; permission: string }>({
    intent: 'share',
    defaultValue: { permission: 'READ' },
  });
  return (
    <main id="main" className="page">
      <PageTitle>{t('share.title', { title: document.title })}</PageTitle>
      <BackTo document={document} />
      <h1>{t('share.heading')}</h1>
      <p className="lead">{t('share.text')}</p>
      <AccessRequests requests={requests} shares={shares} faces={faces} />
      <form id={form.id} className="share-form" method="post" onSubmit={form.onSubmit} noValidate>
        <CsrfField />
        <input type="hidden" name="intent" value="share" />
        <Field
          id="email"
          name="email"
          type="email"
          label={t('auth.email')}
          {...(domains ? { hint: t('share.domains', { domains: domains.join(t('phrase.separator')) }) } : {})}
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
      <GroupShareForm groups={groups} />
      {shares.length > 0 ? (
        <ul className="people">
          {shares.map((share) => (
            <Person key={share.id} share={share} faces={faces} lost={losses[share.userId ?? ''] ?? 0} />
          ))}
        </ul>
      ) : (
        <p className="quiet-text">{t('share.nobody')}</p>
      )}
      {inherited.length > 0 ? <Inherited shares={inherited} faces={faces} /> : null}
      <PeopleWithAccess people={reached} />
      <CommentingForm value={document.commenting} />
      <PublicLinkSection link={link} rule={rule} origin={origin} />
      <HandOverForm {...handover} />
    </main>
  );
}

type PersonProps = { share: ShareEntry; faces: ProfileImages };

function Person({ share, faces, lost }: PersonProps & { lost: number }) {
  const t = useTexts();
  const nameOf = useGroupName();
  const name = isPerson(share) ? (share.displayName ?? share.email) : nameOf(share);
  const loss = lost > 0 ? t('takeout.share', { count: lost, name }) : null;
  const isInvitation = isPerson(share) && share.userId === null;
  const isResendable = isInvitation && !share.isDeclined && share.permission !== 'NONE';
  const end = t(isInvitation ? 'share.withdraw' : 'share.remove');
  const labelled = (label: string) => t('phrase.labelled', { label, value: name });
  return (
    <li>
      <Who share={share} faces={faces} />
      <form method="post" className="person-form">
        <CsrfField />
        <input type="hidden" name="shareId" value={share.id} />
        <label className="sr-only" htmlFor={`permission-${share.id}`}>
          {isPerson(share)
            ? t('share.permissionOf', { email: share.email })
            : t('groups.permissionOf', { name: nameOf(share) })}
        </label>
        <PermissionSelect key={share.permission} id={`permission-${share.id}`} value={share.permission} />
        <button
          className="button"
          type="submit"
          name="intent"
          value="share-update"
          aria-label={labelled(t('share.change'))}
        >
          {t('share.change')}
        </button>
        {isResendable ? (
          <button
            className="button quiet"
            type="submit"
            name="intent"
            value="share-resend"
            aria-label={labelled(t('share.resend'))}
          >
            {t('share.resend')}
          </button>
        ) : null}
        <ConfirmedSubmit
          className="button quiet danger"
          name="intent"
          value="share-remove"
          question={loss}
          label={end}
          aria-label={labelled(end)}
        />
      </form>
      {loss ? <p className="quiet-text">{loss}</p> : null}
    </li>
  );
}

const isPerson = (share: ShareEntry): share is PersonShare => share.email !== null;

function Who({ share, faces }: PersonProps) {
  return isPerson(share) ? <PersonWho share={share} faces={faces} /> : <GroupWho share={share as GroupShare} />;
}

function PersonWho({ share, faces }: { share: PersonShare; faces: ProfileImages }) {
  const t = useTexts();
  const name = share.displayName ?? share.email;
  return (
    <div className="who-with-face">
      <Avatar name={name} imageUrl={faces[share.email] ?? null} />
      <div className="who">
        <strong>
          <Name className="" text={name} />
        </strong>
        {share.displayName ? <span>{share.email}</span> : null}
        {share.isDeleted ? <span className="chip">{t('share.deleted')}</span> : null}
        {share.userId ? null : <span className="chip amber">{t('share.invited')}</span>}
        {share.isDeclined && share.permission !== 'NONE' ? (
          <span className="mail-refused">{t('share.declined')}</span>
        ) : null}
        {share.mailRefusal ? (
          <span className="mail-refused">
            {t('share.mailRefused')} <q lang="en">{share.mailRefusal}</q>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function Inherited({ shares, faces }: { shares: InheritedShare[]; faces: ProfileImages }) {
  const t = useTexts();
  return (
    <section className="home-section">
      <h2>{t('share.inherited')}</h2>
      <p className="quiet-text">{t('share.inheritedText')}</p>
      <ul className="people">
        {shares.map((share) => (
          <li key={share.id}>
            <Who share={share} faces={faces} />
            <span className="quiet-text">
              <TextWithLink
                text={(title) => t('share.through', { permission: t(`permission.${share.permission}`), title })}
              >
                <a href={`/doc/${share.fromId}/share`}>
                  <Name className="" text={share.fromTitle} />
                </a>
              </TextWithLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
