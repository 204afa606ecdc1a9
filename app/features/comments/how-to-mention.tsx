import { useTexts } from '#app/i18n/use-texts.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { useForeignLanguage } from '#app/ui/name.tsx';

/** Lists the text that mentions each person, for browsers without JavaScript. */
export function HowToMention({ people }: { people: Mentionable[] }) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  return (
    <details className="disclosure">
      <summary>{t('comments.mention')}</summary>
      <p className="hint">{t('comments.mentionHint')}</p>
      <ul className="mentionable">
        {people.map(({ id, name, markdown }) => (
          <li key={id} lang={languageOf(name)}>
            {name}: <code>{markdown}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
