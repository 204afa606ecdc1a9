import type {} from 'remark-parse';
import type { Data } from 'unified';

type Syntax = NonNullable<Data['micromarkExtensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['text']>[string]>, { tokenize: unknown }>;
type Tokenize = Construct['tokenize'];
type State = ReturnType<Tokenize>;
type Code = Parameters<State>[0];

const DOLLAR = 36;
const isBlank = (code: Code) => code === null || code < 0 || code === 32;
const isDigit = (code: Code) => code !== null && code >= 48 && code <= 57;

/** Looks ahead from an opening dollar: does a formula begin here? Two and more dollars always ask for one. */
const lookAhead: Tokenize = (effects, ok, nok) => {
  let before: Code = null;
  let run = 0;
  const start: State = (code) => {
    effects.enter('data');
    effects.consume(code);
    return first;
  };
  const first: State = (code) => {
    if (code === DOLLAR) return ok(code);
    return isBlank(code) ? nok(code) : inside(code);
  };
  const inside: State = (code) => {
    if (code === null) return nok(code);
    if (code === DOLLAR) {
      run = 0;
      return closing(code);
    }
    before = code;
    effects.consume(code);
    return inside;
  };
  const closing: State = (code) => {
    if (code === DOLLAR) {
      run += 1;
      effects.consume(code);
      return closing;
    }
    // As in code, only a run of the same length closes.
    if (run > 1) return inside(code);
    return isBlank(before) || isDigit(code) ? nok(code) : ok(code);
  };
  return start;
};

const opening: Construct = { name: 'dollarAhead', partial: true, tokenize: lookAhead };

const money: Construct = {
  name: 'money',
  tokenize(effects, ok, nok) {
    const literal: State = (code) => {
      effects.enter('data');
      effects.consume(code);
      effects.exit('data');
      return ok;
    };
    return (code) => (this.previous === DOLLAR ? nok(code) : effects.check(opening, nok, literal)(code));
  },
};

/**
 * Syntax extension before the one for maths: a single dollar opens a formula only where no blank follows it, and closes
 * one only where no blank stands before and no digit after it, as in Pandoc. "$5 and $10" is money.
 */
export const dollarRules: Syntax = { text: { [DOLLAR]: money } };
