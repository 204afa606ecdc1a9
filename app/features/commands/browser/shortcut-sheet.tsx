import { useState } from 'react';
import { areSingleKeysOn, SINGLE_KEYS, setSingleKeys } from '#app/features/commands/browser/shortcut-keys.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { isMac, keyNames } from '#app/ui/key-names.ts';

const EVERYWHERE = ['sheet', 'search', 'create', 'tree', 'side'] as const;
const ON_DOCUMENT = ['edit', 'star'] as const;
const PLACES = ['home', 'starred', 'shared', 'archive', 'settings'] as const;
const WITH_MODIFIER = [
  ['palette', keyNames('Ctrl K')],
  ['createAlways', isMac() ? '⌃ ⌥ N' : 'Ctrl Alt N'],
] as const;
const IN_TREE = [
  ['walk', '↑ ↓ ← →'],
  ['rename', 'F2'],
  ['inside', '+'],
  ['menu', keyNames('Shift F10')],
  ['moveUp', keyNames('Alt ↑')],
  ['moveDown', keyNames('Alt ↓')],
  ['moveIn', keyNames('Alt →')],
  ['moveOut', keyNames('Alt ←')],
] as const;

const IN_EDITOR = [
  ['save', keyNames('Ctrl S')],
  ['insert', '/'],
  ['linkDocument', '[['],
  ['bold', keyNames('Ctrl B')],
  ['italic', keyNames('Ctrl I')],
  ['link', keyNames('Ctrl K')],
  ['headings', keyNames('Ctrl Alt 1 – 3')],
  ['moveBlock', keyNames('Alt ↑ ↓')],
  ['moveCells', keyNames('Shift Alt ↑ ↓ ← →')],
  ['lists', keyNames('Ctrl Shift 7 – 9')],
] as const;
type NamedId = (typeof WITH_MODIFIER | typeof IN_TREE | typeof IN_EDITOR)[number][0];

/** Lists all shortcuts, with a switch for single-key ones. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const single = <Id extends keyof typeof SINGLE_KEYS>(ids: readonly Id[]) =>
    ids.map((id) => [t(`shortcuts.keys.${id}`), SINGLE_KEYS[id]] as const);
  const named = <Id extends NamedId>(pairs: readonly (readonly [Id, string])[]) =>
    pairs.map(([id, keys]) => [t(`shortcuts.keys.${id}` as 'shortcuts.keys.palette'), keys] as const);
  return (
    <Dialog label={t('shortcuts.title')} className="sheet" onClose={onClose}>
      {(close) => (
        <>
          <header>
            <h2>{t('shortcuts.title')}</h2>
            <button type="button" className="button" onClick={close}>
              {t('shortcuts.close')}
            </button>
          </header>
          <label className="check">
            <input
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
              role="switch"
              checked={isOn}
              onChange={({ currentTarget }) => {
                setSingleKeys(currentTarget.checked);
                setIsOn(currentTarget.checked);
              }}
            />
            {t('shortcuts.single')}
          </label>
          <div className="sheet-groups">
            <Keys title={t('shortcuts.groups.always')} rows={named(WITH_MODIFIER)} />
            <Keys title={t('shortcuts.groups.tree')} rows={named(IN_TREE)} />
            <Keys title={t('shortcuts.groups.editor')} rows={named(IN_EDITOR)} />
            <Keys title={t('shortcuts.groups.everywhere')} rows={single(EVERYWHERE)} isOff={!isOn} />
            <Keys title={t('shortcuts.groups.document')} rows={single(ON_DOCUMENT)} isOff={!isOn} />
            <Keys title={t('shortcuts.groups.go')} rows={single(PLACES)} isOff={!isOn} />
          </div>
        </>
      )}
    </Dialog>
  );
}

type KeysProps = { title: string; rows: (readonly [string, string])[]; isOff?: boolean };

function Keys({ title, rows, isOff = false }: KeysProps) {
  const t = useTexts();
  return (
    <section>
      <h3>
        {title}
        {isOff ? ` · ${t('shortcuts.off')}` : ''}
      </h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
