import type {} from 'remark-parse';
import type { Data } from 'unified';

type Syntax = NonNullable<Data['micromarkExtensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['text']>[string]>, { tokenize: unknown }>;
type Tokenize = Construct['tokenize'];
type State = ReturnType<Tokenize>;
type Code = Parameters<State>[0];

/** Emphasis is resolved in quadratic time, so a paragraph has this many `*`, `_` and `~` runs; the rest is literal. */
const MOST_EMPHASIS_RUNS = 600;
/** Closing brackets look back over every open one: beyond this many in a paragraph they are literal. */
const MOST_BRACKETS = 2_000;
/** Nobody quotes a quote this often; each level costs the parser a pass over the line. */
const DEEPEST_CONTAINER = 60;
const SMALL_ENOUGH_TO_TRY = 64 * 1024;
const COST_BUDGET_MICROSECONDS = 4_000_000;

const manyContainers = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]|$))){${DEEPEST_CONTAINER},}`, 'm');

/** List items this far to the right: a line costs as many passes as it has levels, so a stair of them is cubic. */
const farIndentedItem = /^[ \t]{120,}(?:[-+*]|\d{1,9}[.)])[ \t]/gm;
const MOST_FAR_INDENTED_ITEMS = 50;

/** Stands before the parser's own construct and takes the markers beyond `most` away from it, as plain text. */
function boundedMarker(name: string, most: number): Construct {
  const seen = new WeakMap<object, number>();
  const tokenize: Tokenize = function (effects, ok, nok) {
    let marker: Code = null;
    const start: State = (code) => {
      const count = (seen.get(this) ?? 0) + 1;
      seen.set(this, count);
      if (count <= most) return nok(code);
      marker = code;
      effects.enter('data');
      effects.consume(code);
      return inside;
    };
    const inside: State = (code) => {
      if (code === marker) {
        effects.consume(code);
        return inside;
      }
      effects.exit('data');
      return ok(code);
    };
    return start;
  };
  return { name, tokenize };
}

const emphasisRun = boundedMarker('boundedEmphasis', MOST_EMPHASIS_RUNS);
const bracket = boundedMarker('boundedBracket', MOST_BRACKETS);

/**
 * Syntax extension that keeps the parser linear on hostile paragraphs: markers beyond a count per paragraph that no
 * written text reaches lose their meaning. Keys are the character codes of `*`, `_`, `~`, `[`, `]` and `!`.
 */
export const boundedMarkers: Syntax = {
  text: { 42: emphasisRun, 95: emphasisRun, 126: emphasisRun, 91: bracket, 93: bracket, 33: bracket },
};

/** Microseconds the parser needs for one of these, rounded up from measurements of documents made of nothing else. */
function microsecondsFor(code: number): number {
  switch (code) {
    case 10: // line feed: every line is tried against all block constructs
      return 15;
    case 124: // | makes a table cell
      return 18;
    case 60: // < opens a tag, and tags are parsed twice
      return 12;
    case 33:
    case 38:
    case 42:
    case 91:
    case 92:
    case 93:
    case 95:
    case 96:
    case 126: // ! & * [ \ ] _ ` ~
      return 8;
    default:
      return 0.6;
  }
}

/**
 * True when parsing `source` would block the process for seconds, judged by counting and not by the clock, so that the
 * same text is always rendered the same way. Written documents of 1.5 MB stay at about half of the budget.
 */
export function isTooCostly(source: string): boolean {
  if (manyContainers.test(source)) return true;
  if ((source.match(farIndentedItem)?.length ?? 0) > MOST_FAR_INDENTED_ITEMS) return true;
  if (source.length <= SMALL_ENOUGH_TO_TRY) return false;
  let cost = 0;
  for (let at = 0; at < source.length; at++) cost += microsecondsFor(source.charCodeAt(at));
  return cost > COST_BUDGET_MICROSECONDS;
}
