import { PermissionSelect } from '#app/features/sharing/permission-select.tsx';
import { useRefused } from '#app/features/shell/use-refused.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { GroupEntry } from '#app/services/groups/list-groups.ts';
import type { PersonWithAccess } from '#app/services/shares/list-people-with-access.ts';
import type { GroupShare } from '#app/services/shares/share-entry.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors, messageAttributes } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { FilledText, Name } from '#app/ui/name.tsx';
import { TextWithLink } from '#app/ui/text-with-link.tsx';

/** Renders the form that shares with one of the actor's groups. */
export function GroupShareForm({ groups }: { groups: GroupEntry[] }) {
  const t = useTexts();
  const { given, errors } = useRefused('share');
  const chosen = given.groupId === undefined ? null : given;
  return (
    <form className="share-form" method="post">
      <CsrfField />
      <input type="hidden" name="intent" value="share" />
      <div className="field">
        <label htmlFor="share-group">{t('groups.group')}</label>
        <select
          id="share-group"
          name="groupId"
          defaultValue={chosen?.groupId ?? ''}
          required
          {...messageAttributes('share-group', errors.groupId)}
        >
          <option value="">{t('groups.choose')}</option>
          {groups.map((group) => (
            <option key={group.id} value={group.id}>
              {t('phrase.aside', {
                text: group.isBuiltIn ? t('groups.everyone') : group.name,
                aside: group.memberCount,
              })}
            </option>
          ))}
        </select>
        <FieldErrors id="share-group" errors={errors.groupId} />
      </div>
      <div className="field">
        <label htmlFor="group-permission">{t('groups.permission')}</label>
        <PermissionSelect id="group-permission" value={chosen?.permission ?? 'READ'} />
      </div>
      <button className="button" type="submit">
        {t('groups.share')}
      </button>
    </form>
  );
}

/** Returns a function for the displayed name of a share's group. */
export function useGroupName() {
  const t = useTexts();
  return ({ groupId, groupName }: Pick<GroupShare, 'groupId' | 'groupName'>): string =>
    groupId === EVERYONE_ID ? t('groups.everyone') : groupName;
}

export function GroupWho({ share }: { share: GroupShare }) {
  const t = useTexts();
  const nameOf = useGroupName();
  return (
    <div className="who-with-face">
      <span className="avatar" aria-hidden="true">
        <Icon name="share" />
      </span>
      <div className="who">
        <strong>
          <Name className="" text={nameOf(share)} />
        </strong>
        <span className="chip">{t('groups.group')}</span>
      </div>
    </div>
  );
}

/** Lists people who have access through a group, each with the effective share. */
export function PeopleWithAccess({ people }: { people: PersonWithAccess[] }) {
  const t = useTexts();
  if (people.length === 0) return null;
  return (
    <details className="home-section reached">
      <summary>{t('groups.reached', { count: people.length })}</summary>
      <ul className="people">
        {people.map(({ userId, email, displayName, permission, groupName, from }) => (
          <li key={userId}>
            <div className="who">
              <strong>
                <Name className="" text={displayName ?? email} />
              </strong>
              {displayName ? <span>{email}</span> : null}
            </div>
            <span className="quiet-text">
              <FilledText values={{ group: groupName }}>
                {(placeholders) => t('groups.through', { permission: t(`permission.${permission}`), ...placeholders })}
              </FilledText>
              {from ? (
                <TextWithLink text={(title) => t('groups.from', { title })}>
                  <a href={`/doc/${from.id}/share`}>
                    <em>
                      <Name className="" text={from.title} />
                    </em>
                  </a>
                </TextWithLink>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
