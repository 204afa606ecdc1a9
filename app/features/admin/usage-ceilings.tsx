import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { Ceiling } from '#app/services/quotas/change-ceiling.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { Field } from '#app/ui/field.tsx';

type CeilingsProps = {
  ceilings: Ceiling[];
  groups: { id: string; name: string }[];
  /** Null if no model has a price, so that only tokens are limited. */
  currency: string | null;
  here: string;
};

const scopeOf = ({ groupId }: Ceiling) => groupId ?? 'installation';

/** Lists the monthly ceilings of the installation and of groups, with a form that sets one. */
export function UsageCeilings({ ceilings, groups, currency, here }: CeilingsProps) {
  const t = useTexts();
  return (
    <section className="settings-section" aria-labelledby="ceilings">
      <h2 id="ceilings">{t('admin.usage.ceilings.title')}</h2>
      <p>{t('admin.usage.ceilings.lead')}</p>
      {ceilings.length > 0 ? <CeilingTable {...{ ceilings, currency, here }} /> : null}
      <CeilingForm {...{ groups, currency, here }} />
    </section>
  );
}

function CeilingTable({ ceilings, currency, here }: Omit<CeilingsProps, 'groups'>) {
  const t = useTexts();
  const number = useNumberFormat();
  const nameOf = ({ groupName }: Ceiling) => groupName ?? t('admin.usage.ceilings.installation');
  const ofLimit = (used: number, limit: number | null) =>
    limit === null ? number.format(used) : `${number.format(used)} / ${number.format(limit)}`;
  return (
    <table className="data cards">
      <caption className="sr-only">{t('admin.usage.ceilings.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('admin.usage.ceilings.scope')}</th>
          <th scope="col" className="number">
            {t('admin.usage.ceilings.tokens')}
          </th>
          {currency ? (
            <th scope="col" className="number">
              {t('admin.usage.ceilings.cost', { currency })}
            </th>
          ) : null}
          <th scope="col">
            <span className="sr-only">{t('admin.users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ceilings.map((ceiling) => (
          <tr key={scopeOf(ceiling)}>
            <th scope="row">{nameOf(ceiling)}</th>
            <td className="number" data-label={t('admin.usage.ceilings.tokens')}>
              {ofLimit(ceiling.monthlyUsed, ceiling.monthlyTokens)}
            </td>
            {currency ? (
              <td className="number" data-label={t('admin.usage.ceilings.cost', { currency })}>
                {ofLimit(ceiling.monthlyUsedCost, ceiling.monthlyCost)}
              </td>
            ) : null}
            <td>
              <ActionForm
                action={here}
                intent="ceiling-remove"
                fields={{ scope: scopeOf(ceiling) }}
                label={t('admin.usage.ceilings.remove')}
                name={t('phrase.labelled', { label: t('admin.usage.ceilings.remove'), value: nameOf(ceiling) })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CeilingForm({ groups, currency, here }: Omit<CeilingsProps, 'ceilings'>) {
  const t = useTexts();
  const errors = useProblem('ceiling')?.result.error;
  const given = useGiven('ceiling');
  return (
    <form className="usage-filter" method="post" action={here} noValidate>
      <CsrfField />
      <div className="field">
        <label htmlFor="scope">{t('admin.usage.ceilings.scope')}</label>
        <select id="scope" name="scope" defaultValue={given?.scope ?? 'installation'}>
          <option value="installation">{t('admin.usage.ceilings.installation')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Field
        id="monthlyTokens"
        name="monthlyTokens"
        inputMode="numeric"
        label={t('admin.usage.limit')}
        defaultValue={given?.monthlyTokens}
        errors={errors?.monthlyTokens ?? undefined}
      />
      {currency ? (
        <Field
          id="monthlyCost"
          name="monthlyCost"
          inputMode="decimal"
          label={t('admin.usage.ceilings.costLimit', { currency })}
          defaultValue={given?.monthlyCost}
          errors={errors?.monthlyCost ?? undefined}
        />
      ) : null}
      <button className="button" type="submit" name="intent" value="ceiling">
        {t('admin.usage.ceilings.set')}
      </button>
    </form>
  );
}
