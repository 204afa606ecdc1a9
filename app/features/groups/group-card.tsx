import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { GROUP_NAME_MAX } from '#app/schemas/limits.ts';
import type { GroupDetail, GroupPerson } from '#app/services/groups/list-groups.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { Name } from '#app/ui/name.tsx';

type CardProps = {
  group: GroupDetail;
  /** Action of the forms on this page. */
  here: string;
  path: string;
  /** True if the page shows only this group, with paginated members. */
  isAlone: boolean;
  isAdministration: boolean;
};

/** Shows a group with its members and the forms to change it. */
export function GroupCard({ group, here, path, isAlone, isAdministration }: CardProps) {
  const t = useTexts();
  const { id, isBuiltIn, memberCount, members, keepers } = group;
  const name = groupNameOf(group, t('groups.everyone'));
  const isBack = useGiven('keeper-add', 'group-rename')?.groupId === id;
  return (
    <section className="settings-section" id={`group-${id}`} aria-labelledby={`group-${id}-name`}>
      <h2 id={`group-${id}-name`}>
        <Name className="" text={name} />
      </h2>
      <p className="quiet-text">
        {t('groups.people', { count: memberCount })}
        {isBuiltIn ? ` · ${t('groups.everyoneText')}` : null}
      </p>
      {isBuiltIn ? null : (
        <>
          <People people={members} intent="member-remove" group={group} here={here} />
          {!isAlone && memberCount > members.length ? (
            <p>
              <a href={`${path}?group=${id}`}>{t('groups.allPeople', { name })}</a>
            </p>
          ) : null}
          <PersonForm group={group} intent="member-add" here={here} />
        </>
      )}
      {isAdministration && !isBuiltIn ? (
        <details open={isBack}>
          <summary>{t('groups.manage')}</summary>
          <h3>{t('groups.keepers')}</h3>
          <p className="quiet-text">{t('groups.keepersText')}</p>
          <People people={keepers} intent="keeper-remove" group={group} here={here} />
          <PersonForm group={group} intent="keeper-add" here={here} />
          <Rename group={group} here={here} />
          <ActionForm
            intent="group-delete"
            fields={{ groupId: id }}
            action={here}
            label={t('groups.delete')}
            name={t('groups.deleteOf', { name })}
            isDanger
          />
        </details>
      ) : null}
    </section>
  );
}

/** Returns the name of a group; the built-in group has a localized name. */
export const groupNameOf = ({ isBuiltIn, name }: { isBuiltIn: boolean; name: string }, everyone: string): string =>
  isBuiltIn ? everyone : name;

type PeopleProps = {
  people: GroupPerson[];
  intent: 'member-remove' | 'keeper-remove';
  group: GroupDetail;
  here: string;
};

function People({ people, intent, group, here }: PeopleProps) {
  const t = useTexts();
  if (people.length === 0) return <p className="quiet-text">{t('groups.nobody')}</p>;
  return (
    <ul className="people">
      {people.map(({ userId, email, displayName }) => (
        <li key={userId}>
          <div className="who">
            <strong>{displayName ?? email}</strong>
            {displayName ? <span>{email}</span> : null}
          </div>
          <ActionForm
            intent={intent}
            fields={{ groupId: group.id, userId }}
            action={here}
            label={t('groups.remove')}
            name={t('groups.removeOf', { person: displayName ?? email, name: group.name })}
            isDanger
          />
        </li>
      ))}
    </ul>
  );
}

type PersonFormProps = { group: GroupDetail; intent: 'member-add' | 'keeper-add'; here: string };

function PersonForm({ group, intent, here }: PersonFormProps) {
  const t = useTexts();
  const { value, errors } = useReply(intent, group.id, 'email');
  const label = t(intent === 'member-add' ? 'groups.addMember' : 'groups.addKeeper');
  return (
    <form className="invite-form" method="post" action={here} noValidate>
      <CsrfField />
      <input type="hidden" name="groupId" value={group.id} />
      <Field
        id={`${intent}-${group.id}`}
        name="email"
        type="email"
        label={t('auth.email')}
        autoComplete="off"
        defaultValue={value}
        errors={errors}
        required
      />
      <button className="button" type="submit" name="intent" value={intent} aria-label={`${label}: ${group.name}`}>
        {label}
      </button>
    </form>
  );
}

function Rename({ group, here }: { group: GroupDetail; here: string }) {
  const t = useTexts();
  const { value, errors } = useReply('group-rename', group.id, 'name');
  return (
    <form className="invite-form" method="post" action={here} noValidate>
      <CsrfField />
      <input type="hidden" name="groupId" value={group.id} />
      <Field
        id={`rename-${group.id}`}
        name="name"
        label={t('groups.name')}
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        defaultValue={value ?? group.name}
        errors={errors}
        required
      />
      <button className="button" type="submit" name="intent" value="group-rename">
        {t('groups.rename')}
      </button>
    </form>
  );
}

/** Returns the posted values of one group's form and its errors. */
function useReply(intent: string, groupId: string, field: string) {
  const problem = useProblem(intent);
  const given = useGiven(intent);
  if (given?.groupId !== groupId) return { value: undefined, errors: undefined };
  return { value: given[field], errors: problem?.result.error?.[field] ?? undefined };
}
