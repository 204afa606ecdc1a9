import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { BranchSize, Heir } from '#app/services/accounts/hand-over-document.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors } from '#app/ui/field.tsx';
import { useForeignLanguage } from '#app/ui/name.tsx';

type HandOverProps = { size: BranchSize; heirs: Heir[] };

/** Makes an editor the owner of a branch. States what moves beside a checkbox to confirm. Collapsed by default. */
export function HandOverForm({ size, heirs }: HandOverProps) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  const problem = useProblem('hand-over')?.result;
  const given = useGiven('hand-over');
  const { userId: wrongHeir, confirmed: unconfirmed } = problem?.error ?? {};
  return (
    <details className="settings-section hand-over" open={given !== null}>
      <summary>{t('share.handOver.title')}</summary>
      <p>{t('share.handOver.text')}</p>
      <ul>
        <li>{t('share.handOver.documents', { count: size.documents })}</li>
        <li>{t('share.handOver.files', { count: size.files })}</li>
        <li>{t('share.handOver.shares', { count: size.shares })}</li>
        <li>{t('share.handOver.links', { count: size.links })}</li>
      </ul>
      <p>{t('share.handOver.after')}</p>
      {heirs.length === 0 ? <p className="note amber">{t('share.handOver.nobody')}</p> : null}
      <form className="stack" method="post" noValidate>
        <CsrfField />
        <div className="field">
          <label htmlFor="userId">{t('share.handOver.heir')}</label>
          <select
            id="userId"
            name="userId"
            defaultValue={given?.userId ?? ''}
            aria-invalid={wrongHeir ? true : undefined}
            aria-describedby={wrongHeir ? 'userId-error' : undefined}
          >
            <option value="">{t('share.handOver.choose')}</option>
            {heirs.map(({ userId, name }) => (
              <option key={userId} value={userId} lang={languageOf(name)}>
                {name}
              </option>
            ))}
          </select>
          <FieldErrors id="userId" errors={wrongHeir ?? undefined} />
        </div>
        <div className="field">
          <label className="check">
            <input
              id="confirmed"
              type="checkbox"
              name="confirmed"
              aria-invalid={unconfirmed ? true : undefined}
              aria-describedby={unconfirmed ? 'confirmed-error' : undefined}
            />{' '}
            {t('share.handOver.confirm')}
          </label>
          <FieldErrors id="confirmed" errors={unconfirmed ?? undefined} />
        </div>
        <button className="button danger" type="submit" name="intent" value="hand-over">
          {t('share.handOver.submit')}
        </button>
      </form>
    </details>
  );
}
