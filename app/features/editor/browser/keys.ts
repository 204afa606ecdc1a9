import { defaultKeymap, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { searchKeymap } from '@codemirror/search';
import { type EditorState, Prec } from '@codemirror/state';
import { type Command, type KeyBinding, keymap } from '@codemirror/view';
import { atOneCursor } from '#app/features/editor/browser/at-one-cursor.ts';
import {
  insertLink,
  leaveList,
  selectAddress,
  toggleBlock,
  toggleInline,
} from '#app/features/editor/browser/commands.ts';
import { closeFence } from '#app/features/editor/browser/structure/close-fence.ts';
import { eraseFence } from '#app/features/editor/browser/structure/erase-fence.ts';
import { joinCodeLines } from '#app/features/editor/browser/structure/join-code-lines.ts';
import {
  goBelowLastBlock,
  intoFormula,
  leaveLastBlock,
  stepBelowFence,
} from '#app/features/editor/browser/structure/leave-block.ts';
import { selectInside } from '#app/features/editor/browser/structure/select-inside.ts';
import { enterToggle, stepOverTag, unwrapToggle } from '#app/features/editor/browser/structure/toggles.ts';
import { intoTable } from '#app/features/editor/browser/table/enter-table.ts';
import { alsoInCells } from '#app/features/editor/browser/table/style-cell.ts';
import { passMarks } from '#app/features/editor/browser/writing/cross-marks.ts';
import { deleteEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';
import { pushHeading, unmarkHeading } from '#app/features/editor/browser/writing/heading-start.ts';
import { goToTextStart, selectToTextStart } from '#app/features/editor/browser/writing/home-key.ts';
import { indentCode } from '#app/features/editor/browser/writing/indent-code.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { holdTab, indentParagraph, outdentParagraph } from '#app/features/editor/browser/writing/indent-paragraph.ts';
import { insertItemAbove, insertItemBelow } from '#app/features/editor/browser/writing/insert-item.ts';
import { eraseRule, joinBlocks } from '#app/features/editor/browser/writing/join-blocks.ts';
import { addressAt, dropEmptyLink, leaveLink } from '#app/features/editor/browser/writing/leave-link.ts';
import { continueQuotedCode, leaveQuote } from '#app/features/editor/browser/writing/leave-quote.ts';
import { moveBlockDown, moveBlockUp } from '#app/features/editor/browser/writing/move-blocks.ts';
import { breakLine, breakParagraph, joinParagraphs } from '#app/features/editor/browser/writing/paragraphs.ts';
import { redo, redoWithCapsLock } from '#app/features/editor/browser/writing/redo.ts';
import { outdentBlock, unmarkItem } from '#app/features/editor/browser/writing/unmark-item.ts';
import { unmarkQuote } from '#app/features/editor/browser/writing/unmark-quote.ts';

function isInside(state: EditorState, names: string[]): boolean {
  let node = syntaxTree(state).resolveInner(state.selection.main.head, -1);
  for (; ; node = node.parent) {
    if (names.includes(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** In code, with a selection or at several cursors, Tab indents lines. */
const inCode =
  (command: Command): Command =>
  (view) => {
    const { ranges, main } = view.state.selection;
    const isOfLines = ranges.length > 1 || !main.empty || isInside(view.state, ['FencedCode', 'CodeBlock']);
    return isOfLines && command(view);
  };

const limited = ({ run, shift, ...binding }: KeyBinding): KeyBinding => ({
  ...binding,
  ...(run && { run: atOneCursor(run) }),
  ...(shift && { shift: atOneCursor(shift) }),
});

/** Links the selection; in a link, selects its address. */
const linkSelection: Command = (view) => {
  const address = addressAt(view.state);
  return address ? selectAddress(view, address) : !view.state.selection.main.empty && insertLink(view);
};

/** Bindings of commands that also work in the cells of tables. */
const inCells = (key: string, command: Command): KeyBinding => ({
  key,
  run: alsoInCells(command),
  scope: 'editor cell',
});

/** Bindings of a command that comes before the deletion of a letter or word; Alt is for words on a Mac. */
const erasing = (key: string, command: Command): KeyBinding[] =>
  ['', 'Mod-', 'Alt-'].map((held) => ({ key: held + key, run: command, shift: command }));

const ownKeys: readonly KeyBinding[] = [
  inCells('Mod-b', toggleInline('strong')),
  inCells('Mod-i', toggleInline('emphasis')),
  inCells('Mod-e', toggleInline('code')),
  inCells('Mod-Shift-x', toggleInline('strike')),
  inCells('Mod-k', linkSelection),
  // Markdown has no underline, which browsers would insert.
  inCells('Mod-u', () => true),
  { key: 'Mod-Alt-0', run: toggleBlock('paragraph') },
  { key: 'Mod-Alt-1', run: toggleBlock('h1') },
  { key: 'Mod-Alt-2', run: toggleBlock('h2') },
  { key: 'Mod-Alt-3', run: toggleBlock('h3') },
  { key: 'Mod-Shift-7', run: toggleBlock('numbers') },
  { key: 'Mod-Shift-8', run: toggleBlock('bullets') },
  { key: 'Mod-Shift-9', run: toggleBlock('tasks') },
  { key: 'Mod-Shift-.', run: toggleBlock('quote') },
  { key: 'Enter', run: continueQuotedCode },
  { key: 'Tab', run: indentCode(1), shift: indentCode(-1) },
  { key: 'Tab', run: inCode(indentMore), shift: inCode(indentLess) },
  { key: 'Home', mac: 'Cmd-ArrowLeft', run: goToTextStart, shift: selectToTextStart },
  { key: 'Alt-ArrowUp', run: moveBlockUp },
  { key: 'Alt-ArrowDown', run: moveBlockDown },
  { key: 'Mod-y', run: redo, preventDefault: true },
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
  { key: 'Mod-a', run: selectInside },
  { key: 'Mod-End', mac: 'Cmd-ArrowDown', run: goBelowLastBlock },
];

/** Bindings of commands that act on one cursor, on its block. */
const cursorKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: closeFence },
  { key: 'Enter', run: leaveList },
  { key: 'Enter', run: insertItemAbove },
  { key: 'Enter', run: leaveQuote },
  { key: 'Enter', run: enterToggle },
  { key: 'Escape', run: dropEmptyLink },
  { key: 'Tab', run: indentParagraph, shift: outdentParagraph },
  { key: 'Tab', run: indentItems, shift: outdentItems },
  { key: 'ArrowDown', run: stepBelowFence },
  { key: 'ArrowDown', run: intoTable({ side: 'below', corner: 'first' }) },
  { key: 'ArrowDown', run: intoFormula('below') },
  { key: 'ArrowDown', run: leaveLastBlock },
  { key: 'ArrowUp', run: intoTable({ side: 'above', corner: 'last row' }) },
  { key: 'ArrowUp', run: intoFormula('above') },
  { key: 'ArrowRight', run: intoTable({ side: 'below', corner: 'first', from: 'lineEnd' }) },
  { key: 'Delete', run: intoTable({ side: 'below', corner: 'first', from: 'lineEnd' }) },
  { key: 'ArrowLeft', run: intoTable({ side: 'above', corner: 'last', from: 'lineStart' }) },
  ...erasing('Backspace', deleteEmptyMarks),
  ...erasing('Delete', deleteEmptyMarks),
  ...erasing('Backspace', passMarks(-1)),
  ...erasing('Delete', passMarks(1)),
  { key: 'Backspace', run: intoTable({ side: 'above', corner: 'last', from: 'lineStart' }) },
  { key: 'Backspace', run: stepOverTag },
  { key: 'Backspace', run: unwrapToggle },
  { key: 'Backspace', run: joinCodeLines('above') },
  { key: 'Backspace', run: eraseFence('before') },
  { key: 'Delete', run: joinCodeLines('below') },
  { key: 'Delete', run: eraseFence('after') },
];

/** Precedence: after open menus, before Markdown. */
const paragraphKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: leaveLink },
  { key: 'Enter', run: pushHeading },
  { key: 'Enter', run: insertItemBelow },
  { key: 'Enter', run: breakParagraph, shift: breakLine },
  { key: 'Backspace', run: joinParagraphs('above') },
  { key: 'Backspace', run: unmarkHeading },
  { key: 'Backspace', run: unmarkItem },
  { key: 'Backspace', run: outdentBlock },
  { key: 'Backspace', run: unmarkQuote },
  { key: 'Backspace', run: eraseRule('above') },
  { key: 'Backspace', run: joinBlocks('above') },
  { key: 'Delete', run: joinParagraphs('below') },
  { key: 'Delete', run: eraseRule('below') },
  { key: 'Delete', run: joinBlocks('below') },
];

/** Precedence: after Markdown, which continues lists and quotes. */
const basicKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: holdTab, shift: holdTab },
  ...historyKeymap.filter(({ key }) => key !== 'Mod-u' && key !== 'Alt-u'),
  ...searchKeymap,
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Mod-i' && key !== 'Mod-/'),
];

/** Must come before the Markdown extension. */
export const editorKeys = [
  Prec.highest(redoWithCapsLock),
  Prec.highest(keymap.of([...cursorKeys.map(limited), ...ownKeys])),
  Prec.high(keymap.of(paragraphKeys.map(limited))),
  keymap.of([...basicKeys]),
];
