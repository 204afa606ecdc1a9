import { useTexts } from '#app/i18n/use-texts.ts';
import type { Commenting } from '#app/policies/comment-policy.ts';
import { COMMENTING } from '#app/schemas/comments.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Lets the owner choose who may comment. */
export function CommentingForm({ value }: { value: Commenting }) {
  const t = useTexts();
  return (
    <section className="settings-section" aria-labelledby="commenting-heading">
      <h2 id="commenting-heading">{t('comments.heading')}</h2>
      <form method="post" className="person-form">
        <CsrfField />
        <label htmlFor="commenting">{t('comments.who')}</label>
        <select id="commenting" name="commenting" defaultValue={value} key={value}>
          {COMMENTING.map((choice) => (
            <option key={choice} value={choice}>
              {t(`comments.whoMay.${choice}`)}
            </option>
          ))}
        </select>
        <button className="button" type="submit" name="intent" value="commenting">
          {t('share.change')}
        </button>
      </form>
    </section>
  );
}
