import { useTranslation } from 'react-i18next';
import type { MoveTarget } from '#app/services/documents/list-move-targets.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

const DROPS = [
  [0, 'into'],
  [-1, 'before'],
  [1, 'after'],
] as const;

type MoveFormProps = { id: string; targets: MoveTarget[]; isOwner: boolean; parentId: string | null };

/** "Move to…": what dragging does, as a form. */
export function MoveForm({ id, targets, isOwner, parentId }: MoveFormProps) {
  const { t } = useTranslation();
  return (
    <details className="move-form">
      <summary className="row">{t('move.title')}</summary>
      <form method="post" action={`/doc/${id}`}>
        <CsrfField />
        <div className="field">
          <label htmlFor="move-position">{t('move.position')}</label>
          <select id="move-position" name="dropPosition" defaultValue="0">
            {DROPS.map(([value, name]) => (
              <option key={name} value={value}>
                {t(`move.${name}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="move-target">{t('move.target')}</label>
          <select id="move-target" name="targetId" defaultValue={parentId ?? ''}>
            {isOwner ? <option value="">{t('move.root')}</option> : null}
            {targets.map((target) => (
              <option key={target.id} value={target.id}>
                {'\u2003'.repeat(Math.min(target.level - 1, 8)) + target.title}
              </option>
            ))}
          </select>
        </div>
        <button className="button" type="submit" name="intent" value="move">
          {t('move.submit')}
        </button>
      </form>
    </details>
  );
}
