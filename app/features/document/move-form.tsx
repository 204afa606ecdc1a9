import { useRefused } from '#app/features/shell/use-refused.ts';
import { useBranches } from '#app/features/tree/use-branches.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { MoveTarget } from '#app/services/documents/list-move-targets.ts';
import type { TreeRow } from '#app/services/documents/open-branches.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { FieldErrors, messageAttributes } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useForeignLanguage } from '#app/ui/name.tsx';

const DROPS = [
  [0, 'into'],
  [-1, 'before'],
  [1, 'after'],
] as const;

type MoveFormProps = { id: string; targets: MoveTarget[] | null; isOwner: boolean; parentId: string | null };

/**
 * Renders "Move to…", the alternative to dragging. Offers only documents of the visible tree to keep the page small;
 * `?move` lists all. A refused move comes back with all of them, so that its target is among them.
 */
export function MoveForm({ id, targets, isOwner, parentId }: MoveFormProps) {
  const t = useTexts();
  const languageOf = useForeignLanguage();
  const nearby = useNearby(id);
  const { isBack, errors, given } = useRefused('move');
  return (
    <details className="move-form" open={targets !== null || isBack}>
      <summary className="row">
        <Icon name="move" />
        {t('move.title')}
      </summary>
      <form method="post" action={`/doc/${id}?move`}>
        <CsrfField />
        <div className="field">
          <label htmlFor="move-position">{t('move.position')}</label>
          <select
            id="move-position"
            name="dropPosition"
            defaultValue={given.dropPosition ?? '0'}
            {...messageAttributes('move-position', errors.dropPosition)}
          >
            {DROPS.map(([value, name]) => (
              <option key={name} value={value}>
                {t(`move.${name}`)}
              </option>
            ))}
          </select>
          <FieldErrors id="move-position" errors={errors.dropPosition} />
        </div>
        <div className="field">
          <label htmlFor="move-target">{t('move.target')}</label>
          <select
            id="move-target"
            name="targetId"
            defaultValue={given.targetId ?? parentId ?? ''}
            {...messageAttributes('move-target', errors.targetId)}
          >
            {isOwner ? <option value="">{t('move.root')}</option> : null}
            {(targets ?? nearby).map((target) => (
              <option key={target.id} value={target.id} lang={languageOf(target.title)}>
                {'\u2003'.repeat(Math.min(target.level - 1, 8)) + target.title}
              </option>
            ))}
          </select>
          <FieldErrors id="move-target" errors={errors.targetId} />
        </div>
        {targets === null ? (
          <a className="quiet-text" href={`/doc/${id}?move`}>
            {t('move.all')}
          </a>
        ) : null}
        <button className="button" type="submit" name="intent" value="move">
          {t('move.submit')}
        </button>
      </form>
    </details>
  );
}

/** Returns the rows of the visible tree without the document and its branch. */
function useNearby(id: string): MoveTarget[] {
  const { branches } = useBranches();
  const rows: TreeRow[] = [...branches.own, ...branches.shared];
  const from = rows.findIndex((row) => row.id === id);
  if (from < 0) return rows;
  const next = rows.findIndex((row, index) => index > from && row.level <= rows[from]!.level);
  return [...rows.slice(0, from), ...(next < 0 ? [] : rows.slice(next))];
}
