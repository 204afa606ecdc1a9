import type { KeyboardEvent } from 'react';
import type { DocumentRow, Row } from '#app/features/tree/browser/tree-model.ts';
import type { KeyMove } from '#app/features/tree/browser/tree-rules.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

/** The tree's keyboard commands, by the ARIA pattern: move, open, and with Alt rearrange. */
export type KeyCommands = {
  goTo: (key: string) => void;
  toggle: (row: DocumentRow) => void;
  enter: (row: Row) => void;
  rename: (row: DocumentRow) => void;
  openMenu: (row: DocumentRow) => void;
  create: (row: DocumentRow) => void;
  move: (row: DocumentRow, how: KeyMove) => void;
};

const MOVES: Record<string, KeyMove> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** Handles a key. Returns true if it applied. */
export function pressKey(event: KeyboardEvent, rows: Row[], key: string, commands: KeyCommands): boolean {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row || isComposingKey(event.nativeEvent) || event.ctrlKey || event.metaKey) return false;
  if (event.altKey) return pressWithAlt(event, row, commands);
  if (event.shiftKey && event.key === 'F10') return onDocument(row, commands.openMenu);
  if (event.shiftKey && event.key.length > 1) return false;
  return pressPlain(event.key, rows, index, commands);
}

function pressWithAlt({ key, shiftKey }: KeyboardEvent, row: Row, commands: KeyCommands): boolean {
  const how = MOVES[key];
  if (!how || shiftKey) return false;
  return onDocument(row, (each) => commands.move(each, how));
}

function pressPlain(pressed: string, rows: Row[], index: number, commands: KeyCommands): boolean {
  const row = rows[index]!;
  const to = (target: Row | undefined) => {
    if (target) commands.goTo(target.key);
    return true;
  };
  switch (pressed) {
    case 'ArrowDown':
      return to(rows[index + 1]);
    case 'ArrowUp':
      return to(rows[index - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight':
      if (row.kind === 'document' && !row.isOpen && !row.node.isLeaf) return onDocument(row, commands.toggle);
      return rows[index + 1]?.parentKey === row.key ? to(rows[index + 1]) : true;
    case 'ArrowLeft':
      if (row.kind === 'document' && row.isOpen) return onDocument(row, commands.toggle);
      return to(rows.find((each) => each.key === row.parentKey));
    case 'Enter':
    case ' ':
      commands.enter(row);
      return true;
    case 'F2':
      return onDocument(row, commands.rename);
    case '+':
      return onDocument(row, commands.create);
    case 'ContextMenu':
      return onDocument(row, commands.openMenu);
    default:
      return false;
  }
}

function onDocument(row: Row, act: (row: DocumentRow) => void): boolean {
  if (row.kind === 'document') act(row);
  return true;
}
