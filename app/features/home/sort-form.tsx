import { useTexts } from '#app/i18n/use-texts.ts';
import { ORDERS, SORTED_BY } from '#app/schemas/sorting.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Sorts siblings once: the children of a document, or the roots. */
export function SortForm({ action, label }: { action: string; label?: string }) {
  const t = useTexts();
  return (
    <details className="disclosure sort">
      <summary>{label ?? t('sorting.title')}</summary>
      <form className="inline-form" method="post" action={action}>
        <CsrfField />
        <input type="hidden" name="intent" value="sort-children" />
        <label className="sr-only" htmlFor="sort-by">
          {t('sorting.by')}
        </label>
        <select id="sort-by" name="by">
          {SORTED_BY.map((key) => (
            <option key={key} value={key}>
              {t(`sorting.keys.${key}`)}
            </option>
          ))}
        </select>
        <label className="sr-only" htmlFor="sort-order">
          {t('sorting.order')}
        </label>
        <select id="sort-order" name="order">
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {t(`sorting.orders.${order}`)}
            </option>
          ))}
        </select>
        <button className="button" type="submit">
          {t('sorting.submit')}
        </button>
      </form>
    </details>
  );
}
