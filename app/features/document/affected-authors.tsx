import type { TFunction } from 'i18next';
import { useLanguage, useTexts } from '#app/i18n/use-texts.ts';
import type { Writer } from '#app/services/takeouts/list-writers.ts';

/** Maximum number of names; others are counted together. */
const NAMED_MAX = 5;

/** Shows how many documents of other authors a deletion removes. Renders nothing if all belong to the owner. */
export function AffectedAuthors({ writers }: { writers: Writer[] }) {
  const t = useTexts();
  const lng = useLanguage();
  if (writers.length === 0) return null;
  const count = writers.reduce((sum, writer) => sum + writer.count, 0);
  const list = new Intl.ListFormat(lng, { type: 'conjunction' }).format(partsOf(t, writers));
  return (
    <p className="note amber">
      {t('phrase.sentences', { first: t('takeout.along', { list, count }), next: t('takeout.mailed') })}
    </p>
  );
}

function partsOf(t: TFunction, writers: Writer[]): string[] {
  const named = writers.slice(0, NAMED_MAX).map(({ name, count }, at) => {
    const values = { count, name: name ?? t('takeout.gone') };
    return at === 0 ? t('takeout.first', values) : t('takeout.next', values);
  });
  const others = writers.slice(NAMED_MAX).reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...named, t('takeout.next', { count: others, name: t('takeout.others') })] : named;
}
