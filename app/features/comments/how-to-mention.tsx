import { useLocation } from 'react-router';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { useForeignLanguage } from '#app/ui/name.tsx';

/**
 * `hasOutsiders` is true if some of the people cannot read the document. `more` is the URL that lists everyone the
 * owner knows; the surrounding form posts there and returns with its values.
 */
type HowToMentionProps = { people: Mentionable[]; hasOutsiders?: boolean; more?: string | null };

/** Lists the text that mentions each person, for browsers without JavaScript. */
export function HowToMention({ people, hasOutsiders = false, more = null }: HowToMentionProps) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  const { search } = useLocation();
  const isComplete = more?.endsWith(search) === true && search !== '';
  return (
    <details className="disclosure" open={isComplete}>
      <summary>{t('comments.mention')}</summary>
      <p className="hint">{t('comments.mentionHint')}</p>
      {hasOutsiders || people.some(({ shareWith }) => shareWith !== undefined) ? (
        <p className="hint">{t('comments.outsiderHint')}</p>
      ) : null}
      <ul className="mentionable">
        {people.map(({ id, name, markdown, shareWith }) => (
          <li key={id} lang={languageOf(name)}>
            {name}: <code>{markdown}</code>
            {shareWith === undefined ? null : <span className="quiet-text"> {t('comments.cannotReadYet')}</span>}
          </li>
        ))}
      </ul>
      {more === null || isComplete ? null : (
        <button
          className="button quiet"
          type="submit"
          name="intent"
          value="comment-people"
          formAction={`${more}#comment-body`}
          formNoValidate
        >
          {t('comments.morePeople')}
        </button>
      )}
    </details>
  );
}
