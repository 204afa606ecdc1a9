import { findChoice, keepChoice } from '#app/browser/choices.ts';

export type ShortcutId =
  | 'sheet'
  | 'search'
  | 'create'
  | 'edit'
  | 'star'
  | 'tree'
  | 'side'
  | 'home'
  | 'starred'
  | 'shared'
  | 'archive'
  | 'settings';

/** Shortcuts without a modifier, some after `g`. Users can switch them off (WCAG 2.1.4). */
export const SINGLE_KEYS: Record<ShortcutId, string> = {
  sheet: '?',
  search: '/',
  create: 'c',
  edit: 'e',
  star: 's',
  tree: 'g t',
  side: '[',
  home: 'g h',
  starred: 'g s',
  shared: 'g w',
  archive: 'g a',
  settings: 'g p',
};

const SEQUENCE_MS = 1500;

/** Matches keys one by one; returns the completed shortcut, or null. `now` in ms. */
export function createShortcutKeys() {
  let before: { key: string; at: number } | null = null;
  return (key: string, now: number): ShortcutId | null => {
    const pressed = key.toLowerCase();
    const isSecond = before !== null && now - before.at < SEQUENCE_MS;
    const keys = isSecond ? `${before?.key} ${pressed}` : pressed;
    before = !isSecond && pressed === 'g' ? { key: pressed, at: now } : null;
    const found = Object.entries(SINGLE_KEYS).find(([, wanted]) => wanted === keys);
    return (found?.[0] as ShortcutId | undefined) ?? null;
  };
}

const KEY = 'arbor-single-keys';

export function areSingleKeysOn(): boolean {
  return findChoice(KEY) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  keepChoice(KEY, isOn ? 'on' : 'off');
}

const FIELDS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="tree"], [role="menu"]';
/** Open layers, and the editor: a letter that just misses its text is none for the page. */
const LAYERS = 'dialog[open], [popover]:popover-open, .cm-editor';

/** Tests for a field. One in a dialog that has just closed does not count: it keeps the focus for a moment. */
const isInField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(FIELDS) !== null && target.closest('dialog:not([open])') === null;

/** A letter this soon after one in a field belongs to it, even if the field has left the page. */
const RUN_MS = 1500;

let typedAt = Number.NEGATIVE_INFINITY;
let continuing: Event | null = null;

/**
 * Follows what is typed in fields of the page from now on. The field, and the frame with its shortcuts, may be replaced
 * between two letters. Further calls have no effect.
 */
export function followTyping(): void {
  document.addEventListener('keydown', onTyped, true);
  document.addEventListener('pointerdown', endTyping, true);
}

/** Tests whether a letter goes on with what was being typed in a field. */
export const continuesTyping = (event: KeyboardEvent): boolean => event === continuing;

function endTyping(): void {
  typedAt = Number.NEGATIVE_INFINITY;
}

function onTyped(event: KeyboardEvent): void {
  const { target, timeStamp, key, ctrlKey, metaKey } = event;
  const isRunning = timeStamp - typedAt < RUN_MS;
  const isLetter = !ctrlKey && !metaKey && [...key].length === 1;
  const isWritten = isLetter || key === 'Backspace' || (key === 'Enter' && !(target instanceof HTMLInputElement));
  if (isWritten && (isRunning || isInField(target))) typedAt = timeStamp;
  else if (key !== 'Shift' && key !== 'Process') endTyping();
  continuing = isRunning && isLetter ? event : null;
}

/** Returns true if a key is meant for the page: no field, tree or menu has focus and no overlay is open. */
export function isPageShortcut({ target, defaultPrevented, isComposing, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || repeat) return false;
  return !isInField(target) && document.querySelector(LAYERS) === null;
}
