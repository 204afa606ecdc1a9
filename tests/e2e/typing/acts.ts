import { randomFrom } from '#tests/support/random.ts';
/** A person's act in the editor, independent of the text, so that a list of acts can be shortened. */
export type Act =
  | { kind: 'word'; words: string[] }
  | { kind: 'click'; x: number; y: number }
  | { kind: 'below' }
  | { kind: 'beside'; y: number }
  | { kind: 'keys'; key: string; times: number }
  | { kind: 'erase'; key: 'Backspace' | 'Delete' }
  | { kind: 'replace'; key: string; times: number; word: string }
  | { kind: 'style'; key: string; times: number; style: string }
  | { kind: 'move'; key: string; times: number }
  | { kind: 'cut'; key: string; times: number; away: string; steps: number }
  | { kind: 'slash'; name: string }
  | { kind: 'fence'; opening: string }
  | { kind: 'table'; cells: string[]; way: string }
  | { kind: 'paste'; html: boolean; words: string[] }
  | { kind: 'pasteBlocks'; tag: 'h2' | 'li' | 'td'; words: string[] }
  | { kind: 'shape'; button: number }
  | { kind: 'retype'; x: number; y: number; word: string }
  | { kind: 'compose'; word: string }
  | { kind: 'undo'; times: number }
  | { kind: 'tick'; at: number }
  | { kind: 'settle' }
  | { kind: 'reload'; word: string }
  | { kind: 'reopen'; word: string }
  | { kind: 'offline'; word: string }
  | { kind: 'otherTab'; word: string };

export const BEGINNINGS = [
  '# Garden\n\nSome **bold** text with `code` in it.\n\n- one\n- two\n  - three\n- [ ] four\n\n| a | b |\n| --- | --- |\n| c | d |\n\n> quoted\n\n```js\nlet it = 1;\n```\n\n$$\ny = 2\n$$\n\nEnd.',
  '| a | b |\n|---|:-:|\n| c | d |\n\nBetween\n\n| e |\n|---|\n| f |',
  '',
  '1. first\n2. second\n\n---\n\n> [!NOTE]\n> noted\n\n```\nplain\n```',
  'Top\n\n$$\nz\n$$\n\n| m | n |\n| --- | --- |\n| o |  |\n',
] as const;

/** Each word starts with "q" and contains no other; the "x" of a ticked box never occurs in words. */
const ALPHABET = 'abcdefghijklmnoprstuvwyz';
const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const JUMPS = ['Home', 'End', 'Control+Home', 'Control+End', 'PageUp', 'PageDown', 'Escape'];
const INSERTIONS = ['table', 'code', 'formula', 'quote', 'bullet', 'numbered', 'task list', 'divider', 'note'];
const STYLES = ['b', 'i', 'e', 'Shift+X', 'Alt+0', 'Alt+2', 'Shift+7', 'Shift+8', 'Shift+9', 'Shift+.'];
const WAYS_OUT = ['Escape', 'ArrowDown', 'below', 'Control+End', 'Tab', 'Enter'];

/** Relative frequency of each kind of act. */
const WEIGHTS: Record<Act['kind'] | 'enter' | 'indent' | 'jump', number> = {
  ...{ word: 24, click: 10, below: 4, beside: 2, keys: 14, jump: 7, enter: 9, indent: 4, erase: 6, replace: 3 },
  ...{ style: 4, move: 3, cut: 3 },
  ...{ slash: 5, fence: 2, table: 2, paste: 3, pasteBlocks: 2, compose: 4, undo: 2, tick: 1, shape: 3, retype: 1 },
  ...{ settle: 2, reload: 1, reopen: 1, offline: 0.5, otherTab: 0.5 },
};

/** Returns a number of acts determined by a seed. Every word in them is unique. */
export function actsOf(seed: number, count: number): Act[] {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(of: readonly T[]) => of[below(of.length)] as T;
  let last = 0;
  const word = () => {
    last += 1;
    const places = [ALPHABET.length ** 2, ALPHABET.length, 1];
    return `q${places.map((place) => ALPHABET[Math.floor(last / place) % ALPHABET.length]).join('')}`;
  };
  const words = (most: number) => Array.from({ length: 1 + below(most) }, word);
  const makers: Record<keyof typeof WEIGHTS, () => Act> = {
    word: () => ({ kind: 'word', words: words(2) }),
    click: () => ({ kind: 'click', x: random(), y: random() }),
    below: () => ({ kind: 'below' }),
    beside: () => ({ kind: 'beside', y: random() }),
    keys: () => ({ kind: 'keys', key: one(ARROWS), times: 1 + below(5) }),
    jump: () => ({ kind: 'keys', key: one(JUMPS), times: 1 }),
    enter: () => ({ kind: 'keys', key: 'Enter', times: 1 + below(2) }),
    indent: () => ({ kind: 'keys', key: one(['Tab', 'Shift+Tab']), times: 1 }),
    erase: () => ({ kind: 'erase', key: one(['Backspace', 'Backspace', 'Delete'] as const) }),
    replace: () => ({ kind: 'replace', key: `Shift+${one(ARROWS)}`, times: 1 + below(4), word: word() }),
    style: () => ({ kind: 'style', key: `Shift+${one(ARROWS)}`, times: below(5), style: `Control+${one(STYLES)}` }),
    move: () => ({ kind: 'move', key: `Alt+${one(ARROWS)}`, times: 1 + below(3) }),
    cut: () => ({ kind: 'cut', key: `Shift+${one(ARROWS)}`, times: 1 + below(5), away: one(ARROWS), steps: below(6) }),
    slash: () => ({ kind: 'slash', name: one(INSERTIONS) }),
    fence: () => ({ kind: 'fence', opening: one(['```', '```js', '$$']) }),
    table: () => ({ kind: 'table', cells: words(4), way: one(WAYS_OUT) }),
    paste: () => ({ kind: 'paste', html: random() < 0.5, words: words(3) }),
    pasteBlocks: () => ({ kind: 'pasteBlocks', tag: one(['h2', 'li', 'td'] as const), words: words(3) }),
    shape: () => ({ kind: 'shape', button: below(3) }),
    retype: () => ({ kind: 'retype', x: random(), y: random(), word: word() }),
    compose: () => ({ kind: 'compose', word: word() }),
    undo: () => ({ kind: 'undo', times: 1 + below(5) }),
    tick: () => ({ kind: 'tick', at: random() }),
    settle: () => ({ kind: 'settle' }),
    reload: () => ({ kind: 'reload', word: word() }),
    reopen: () => ({ kind: 'reopen', word: word() }),
    offline: () => ({ kind: 'offline', word: word() }),
    otherTab: () => ({ kind: 'otherTab', word: word() }),
  };
  const kinds = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  const total = kinds.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  const pick = () => {
    let left = random() * total;
    for (const kind of kinds) {
      left -= WEIGHTS[kind];
      if (left < 0) return kind;
    }
    return 'word';
  };
  return Array.from({ length: count }, () => makers[pick()]());
}
