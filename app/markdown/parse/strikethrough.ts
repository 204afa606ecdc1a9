import type { MarkdownIt, StateInline } from 'markdown-it';

const TILDE = 0x7e;
/** Delimiters of one and of two tildes do not match each other. */
const SINGLE = TILDE + 0x10000;
const LONGEST = 2;

type Delimiter = StateInline['delimiters'][number];

/**
 * GFM's strikethrough with one or two tildes. One deviation: a single tilde within a word is literal, so that "1~2
 * 天，3~4 天" stays unchanged.
 */
export function strikethrough(parser: MarkdownIt): void {
  parser.inline.ruler.at('strikethrough', scan);
  parser.inline.ruler2.at('strikethrough', (state) => {
    pair(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
    return true;
  });
}

function scan(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const isPair = state.src.charCodeAt(state.pos + 1) === TILDE;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, isPair);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  state.pos += length;
  if (length > LONGEST) return true;
  const marker = length === 1 ? SINGLE : TILDE;
  state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  return true;
}

function pair(state: StateInline, delimiters: Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    if ((marker !== TILDE && marker !== SINGLE) || end === -1) continue;
    const markup = marker === SINGLE ? '~' : '~~';
    const last = delimiters[end]!.token;
    Object.assign(state.tokens[token]!, { type: 's_open', tag: 's', nesting: 1, markup, content: '' });
    Object.assign(state.tokens[last]!, { type: 's_close', tag: 's', nesting: -1, markup, content: '' });
  }
}
