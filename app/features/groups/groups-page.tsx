import { AuditTrail } from '#app/features/admin/audit-trail.tsx';
import { GroupCard } from '#app/features/groups/group-card.tsx';
import { Pager } from '#app/features/shell/list-page.tsx';
import { useFormReply } from '#app/features/shell/use-form-reply.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { GROUP_NAME_MAX } from '#app/schemas/limits.ts';
import type { Page } from '#app/schemas/paging.ts';
import type { ActEntry } from '#app/services/audit/list-acts.ts';
import type { GroupDetail } from '#app/services/groups/list-groups.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { PageTitle } from '#app/ui/page-title.tsx';

type GroupsProps = {
  groups: Page<GroupDetail>;
  /** Id of the only group shown, with paginated members; null if all are listed. */
  group: string | null;
  /** Path and query of this page; its forms post here. */
  here: string;
  acts: ActEntry[];
  /** Groups the reader is a member of. */
  memberships?: { id: string; name: string }[];
  isAdministration?: boolean;
};

/** Lists groups with their members: all groups for administration, else those the reader manages. */
export function GroupsPage(props: GroupsProps) {
  const { groups, group, here, acts, memberships = [], isAdministration = false } = props;
  const t = useTexts();
  const title = t(isAdministration ? 'groups.adminTitle' : 'groups.title');
  const path = isAdministration ? '/admin/groups' : '/groups';
  const hasSummary = useProblem('group-create') !== undefined;
  return (
    <main id="main" className="page">
      <PageTitle hasSummary={hasSummary}>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="lead">{t(isAdministration ? 'groups.adminLead' : 'groups.lead')}</p>
      {isAdministration && group === null ? <NewGroup /> : null}
      {group === null ? null : (
        <p>
          <a href={path}>{t('groups.all')}</a>
        </p>
      )}
      {groups.items.length === 0 ? <Empty icon="people">{t('groups.none')}</Empty> : null}
      {groups.items.map((each) => (
        <GroupCard
          key={each.id}
          group={each}
          here={here}
          path={path}
          isAlone={group !== null}
          isAdministration={isAdministration}
        />
      ))}
      <Memberships memberships={memberships} />
      <Pager {...groups} query={group === null ? {} : { group }} />
      <AuditTrail acts={acts} />
    </main>
  );
}

/** Lists the groups the reader is in, each with a button to leave it. */
function Memberships({ memberships }: { memberships: { id: string; name: string }[] }) {
  const t = useTexts();
  if (memberships.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="memberships">
      <h2 id="memberships">{t('groups.memberships')}</h2>
      <p className="quiet-text">{t('groups.leaveText')}</p>
      <ul className="people">
        {memberships.map(({ id, name }) => (
          <li key={id}>
            <span className="who">{name}</span>
            <ActionForm
              intent="group-leave"
              fields={{ groupId: id }}
              action="/groups"
              label={t('groups.leave')}
              name={t('groups.leaveNamed', { name })}
              isDanger
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewGroup() {
  const t = useTexts();
  const { form, fields } = useFormReply<{ name: string }>({ intent: 'group-create' });
  return (
    <>
      <FormSummary errors={form.errors} id="group-create-summary" />
      <form id={form.id} className="invite-form" method="post" action="/admin/groups" noValidate>
        <CsrfField />
        <Field
          id="group-name"
          name="name"
          label={t('groups.name')}
          maxLength={GROUP_NAME_MAX}
          autoComplete="off"
          defaultValue={fields.name.initialValue}
          errors={fields.name.errors}
          required
        />
        <button className="button main" type="submit" name="intent" value="group-create">
          {t('groups.create')}
        </button>
      </form>
    </>
  );
}
