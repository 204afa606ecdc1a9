import { redoDepth, undo, undoDepth } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, memo, useRef, useState, useSyncExternalStore } from 'react';
import { hasBlock, hasInline, insertLink, toggleBlock, toggleInline } from '#app/features/editor/browser/commands.ts';
import type { OpenEditor } from '#app/features/editor/browser/open-editor.ts';
import { alsoInCells, isInCell, stateAtFocus } from '#app/features/editor/browser/table/style-cell.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import type { InlineStyle } from '#app/features/editor/browser/writing/inline-styles.ts';
import { selectedItems } from '#app/features/editor/browser/writing/list-items.ts';
import { redo } from '#app/features/editor/browser/writing/redo.ts';
import type { BlockStyle } from '#app/features/editor/browser/writing/styled-lines.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { keyNames } from '#app/ui/key-names.ts';

export type Tool = {
  /** Key of `editor.format` in the locale files. */
  name: string;
  icon: IconName;
  keys?: string;
  isOn?: (view: EditorView) => boolean;
  isOff?: (view: EditorView) => boolean;
  run: (view: EditorView) => unknown;
};

const inline = (name: InlineStyle, icon: IconName, keys: string): Tool => ({
  name,
  icon,
  keys,
  isOn: (view) => hasInline(stateAtFocus(view), name),
  run: alsoInCells(toggleInline(name)),
});
const block = (name: BlockStyle, icon: IconName, keys: string): Tool => ({
  name,
  icon,
  keys,
  isOn: (view) => !isInCell(view) && hasBlock(view.state, name),
  isOff: isInCell,
  run: toggleBlock(name),
});

const TOOLS: readonly Tool[][] = [
  [
    { name: 'undo', icon: 'undo', keys: 'Ctrl Z', isOff: ({ state }) => undoDepth(state) === 0, run: undo },
    { name: 'redo', icon: 'redo', keys: 'Ctrl Shift Z', isOff: ({ state }) => redoDepth(state) === 0, run: redo },
  ],
  [
    inline('strong', 'bold', 'Ctrl B'),
    inline('emphasis', 'italic', 'Ctrl I'),
    inline('strike', 'strikethrough', 'Ctrl Shift X'),
    inline('code', 'code', 'Ctrl E'),
    { name: 'link', icon: 'link', keys: 'Ctrl K', run: alsoInCells(insertLink) },
  ],
  [
    block('h1', 'heading-1', 'Ctrl Alt 1'),
    block('h2', 'heading-2', 'Ctrl Alt 2'),
    block('h3', 'heading-3', 'Ctrl Alt 3'),
    block('bullets', 'list', 'Ctrl Shift 8'),
    block('numbers', 'list-ordered', 'Ctrl Shift 7'),
    block('tasks', 'list-checks', 'Ctrl Shift 9'),
    block('quote', 'quote', 'Ctrl Shift .'),
  ],
];

const isOutsideList = (view: EditorView) => isInCell(view) || selectedItems(view.state) === null;

/** Tools for keys that touch screens lack. */
const TOUCH_TOOLS: readonly Tool[] = [
  { name: 'outdent', icon: 'outdent', isOff: isOutsideList, run: outdentItems },
  { name: 'indent', icon: 'indent', isOff: isOutsideList, run: indentItems },
  { name: 'find', icon: 'search', run: openSearchPanel },
];

/** `more` are the tools of the page: files, insertions, AI, source. Memoised, as the page renders at every save. */
export const Toolbar = memo(function Toolbar({ editor, more }: { editor: OpenEditor; more: readonly Tool[] }) {
  const t = useTexts();
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const groups = [...TOOLS, ...(matchMedia('(pointer: coarse)').matches ? [TOUCH_TOOLS] : []), more];
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Escape') editor.view.focus();
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + buttons.length) % buttons.length;
    setCurrent(index);
    buttons[index]?.focus();
  };
  let count = -1;
  return (
    <div ref={bar} className="editor-tools" role="toolbar" aria-label={t('editor.toolbar')} onKeyDown={onKeyDown}>
      {groups.map((tools) => (
        <div className="editor-tool-group" key={tools[0]?.name}>
          {tools.map((tool) => {
            count += 1;
            return <ToolButton key={tool.name} tool={tool} editor={editor} tabIndex={count === current ? 0 : -1} />;
          })}
        </div>
      ))}
    </div>
  );
});

/** Subscribes to the text itself: most keystrokes change no button and cause no rendering. */
function ToolButton({ tool, editor, tabIndex }: { tool: Tool; editor: OpenEditor; tabIndex: number }) {
  const t = useTexts();
  const { name, icon, keys, isOn, isOff, run } = tool;
  const { view, watch } = editor;
  const isPressed = useSyncExternalStore(watch, () => isOn?.(view));
  const isDisabled = useSyncExternalStore(watch, () => isOff?.(view));
  const label = t(`editor.format.${name}` as 'editor.format.strong');
  return (
    <button
      type="button"
      className="editor-tool"
      title={keys ? `${label} (${keyNames(keys)})` : label}
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      tabIndex={tabIndex}
      // Keep the cursor and selection on mouse clicks.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOff?.(view)) run(view);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
