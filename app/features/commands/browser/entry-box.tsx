import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Found } from '#app/features/commands/browser/find-documents.ts';
import type { Entry, EntryGroup } from '#app/features/commands/browser/palette-entries.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Name, useForeignLanguage } from '#app/ui/name.tsx';

type EntryBoxProps = {
  label: string;
  typed: string;
  setTyped: (typed: string) => void;
  groups: EntryGroup[];
  found: Found | null;
  close: () => void;
};

/** Renders a combobox whose list is always open. */
export function EntryBox({ label, typed, setTyped, groups, found, close }: EntryBoxProps) {
  const t = useTexts();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const choose = (entry: Entry) => {
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignore keys of an input method, which select its candidates.
    if (isComposingKey(event.nativeEvent)) return;
    const to = targetIndex(event, entries.indexOf(active!), entries.length);
    if (event.key === 'Enter' && active) choose(active);
    else if (to !== null) setChosenId(entries[to]?.id ?? null);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={active ? `palette-${active.id}` : undefined}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button quiet" onClick={close}>
          <kbd>Esc</kbd>
          <span className="sr-only">{t('palette.close')}</span>
        </button>
      </div>
      <EntryList groups={groups} activeId={active?.id ?? null} onChoose={choose} />
      {entries.length === 0 && found?.typed === typed ? <p className="palette-note">{t('palette.nothing')}</p> : null}
      {found?.hasFailed ? <p className="palette-note">{t('palette.failed')}</p> : null}
      <div className="sr-only" aria-live="polite">
        {found?.typed === typed ? t('palette.count', { count: entries.length }) : ''}
      </div>
    </>
  );
}

function targetIndex({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, index: number, count: number): number | null {
  if (ctrlKey || metaKey || altKey || count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'PageDown') return Math.min(index + 8, count - 1);
  if (key === 'PageUp') return Math.max(index - 8, 0);
  return null;
}

type EntryListProps = { groups: EntryGroup[]; activeId: string | null; onChoose: (entry: Entry) => void };

function EntryList({ groups, activeId, onChoose }: EntryListProps) {
  const t = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = activeId && document.getElementById(`palette-${activeId}`);
    if (!active) return;
    const isFirst = list.current?.querySelector('[role="option"]') === active;
    if (isFirst) list.current?.scrollTo({ top: 0 });
    else active.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div ref={list} className="palette-list" role="listbox" id="palette-list" aria-label={t('palette.title')}>
      {groups.map(({ id, label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={id} role="group" aria-labelledby={`palette-group-${id}`}>
          <div id={`palette-group-${id}`} className="palette-group" role="presentation">
            {label}
          </div>
          {entries.map((entry) => (
            <Option key={entry.id} entry={entry} isActive={entry.id === activeId} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ entry, isActive, onChoose }: { entry: Entry; isActive: boolean; onChoose: (entry: Entry) => void }) {
  const languageOf = useForeignLanguage();
  const { id, icon, emoji, pieces, path, snippet, keys } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
    <div
      id={`palette-${id}`}
      role="option"
      aria-selected={isActive}
      className="row"
      // Keep focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      {emoji ? <span className="emoji">{emoji}</span> : <Icon name={icon} />}
      <span className="palette-text">
        <span className="name" lang={languageOf(pieces.map(({ text }) => text).join(''))}>
          {pieces.map(({ text, isMatch }, index) => {
            const Tag = isMatch ? 'mark' : 'span';
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order
            return <Tag key={index}>{text}</Tag>;
          })}
        </span>
        {path ? <Name className="palette-path" text={path} /> : null}
        {snippet ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the server where the marks are set (make-snippet)
          <span className="palette-snippet" lang={languageOf(snippet)} dangerouslySetInnerHTML={{ __html: snippet }} />
        ) : null}
      </span>
      {keys ? <kbd className="tail">{keys}</kbd> : null}
    </div>
  );
}
