import { useTexts } from '#app/i18n/use-texts.ts';
import type { BlockedPerson } from '#app/services/shares/block-person.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Name } from '#app/ui/name.tsx';

type BlockSectionProps = { owners: BlockedPerson[]; blocked: BlockedPerson[] };

/** Lists owners of shared documents to block, and blocked people to unblock. */
export function BlockSection({ owners, blocked }: BlockSectionProps) {
  const t = useTexts();
  if (owners.length + blocked.length === 0) return null;
  return (
    <details>
      <summary>{t('block.title')}</summary>
      <p className="quiet-text">{t('block.text')}</p>
      <ul className="people">
        {owners.map((person) => (
          <PersonRow key={person.email} person={person} intent="block" label={t('block.block')} />
        ))}
        {blocked.map((person) => (
          <PersonRow key={person.email} person={person} intent="unblock" label={t('block.unblock')} />
        ))}
      </ul>
    </details>
  );
}

type PersonRowProps = { person: BlockedPerson; intent: 'block' | 'unblock'; label: string };

function PersonRow({ person: { email, displayName }, intent, label }: PersonRowProps) {
  return (
    <li>
      <div className="who">
        <strong>
          <Name className="" text={displayName ?? email} />
        </strong>
        <span>{email}</span>
      </div>
      <form method="post" action="/shared">
        <CsrfField />
        <input type="hidden" name="email" value={email} />
        <button className="button quiet" type="submit" name="intent" value={intent} aria-label={`${label}: ${email}`}>
          {label}
        </button>
      </form>
    </li>
  );
}
