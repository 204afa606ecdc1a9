import { isComposingKey } from '#app/ui/composing-key.ts';

/** A person and the Markdown that mentions them. `shareWith` is the address of one who cannot read the document. */
type Offered = { name: string; markdown: string; shareWith?: string };

/**
 * Matches the character before the `@` of a mention. A letter makes it an address, but Chinese and Japanese write no
 * blanks.
 */
export const BEFORE_MENTION = String.raw`(?:^|[^\p{L}\p{N}._%+-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])`;
/** An `@` and the start of a name before the cursor. */
export const MENTION_BEGUN = String.raw`[@＠]([\p{L}\p{N}._-]{0,30})$`;
const BEGUN = new RegExp(BEFORE_MENTION + MENTION_BEGUN, 'u');

const OFFERED_MAX = 6;

/** Returns the start of a name typed after an `@` at the cursor of a comment; null without one. */
export function begunIn(area: HTMLTextAreaElement | null): string | null {
  if (!area || area.selectionStart !== area.selectionEnd) return null;
  return BEGUN.exec(area.value.slice(0, area.selectionStart))?.[1] ?? null;
}

export const matchesBegun = ({ name, shareWith = '' }: Offered, begun: string): boolean =>
  `${name} ${shareWith}`.toLocaleLowerCase().includes(begun.toLocaleLowerCase());

/** Returns the people to offer in a comment. */
export const offeredFor = <P extends Offered>(people: readonly P[], begun: string | null): P[] =>
  begun === null ? [] : people.filter((person) => matchesBegun(person, begun)).slice(0, OFFERED_MAX);

/**
 * Returns the effect of a key on the offers: closes them, turns to the next or previous one, or chooses the active one.
 */
export function offerKey(event: KeyboardEvent): 'close' | 'choose' | 1 | -1 | null {
  if (isComposingKey(event)) return null;
  if (event.key === 'Escape') return 'close';
  if (event.key === 'ArrowDown') return 1;
  if (event.key === 'ArrowUp') return -1;
  return event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey) ? 'choose' : null;
}

/** Text of the announcement that a person is found. */
export const foundText = ({ shareWith }: Pick<Offered, 'shareWith'>) =>
  shareWith ? 'comments.shareFound' : 'comments.mentionFound';

/**
 * Returns a function that replaces the typed `@` and name by a mention. It inserts at the cursor if that text changed
 * meanwhile, such as while the document was being shared.
 */
export function mentionAt(area: HTMLTextAreaElement, begun: string): (person: Offered) => void {
  const to = area.selectionStart;
  const from = to - begun.length - 1;
  const text = area.value.slice(from, to);
  return ({ markdown }) => {
    const cursor = area.selectionStart;
    const isThere = area.value.slice(from, to) === text;
    if (!isThere) area.setRangeText(`${markdown} `, cursor, cursor, 'end');
    else area.setRangeText(`${markdown} `, from, to, cursor === to ? 'end' : 'preserve');
  };
}
