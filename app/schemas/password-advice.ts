/** What is said while a password is being chosen. Advice only: the server decides by the rule. */
export type PasswordAdvice = 'missing' | 'common' | 'short' | 'fair' | 'strong';

const FAIR_LENGTH = 10;
const STRONG_LENGTH = 14;
/** What guessers try first, with whatever digits and signs behind. */
const TRIED_FIRST =
  /^(?:password|passw0rd|p@ssw0rd|qwerty(?:uiop)?|welcome|letmein|admin(?:istrator)?|abc|iloveyou|monkey|dragon|football|baseball|sunshine|princess|master|secret|changeme|test|login|hello|woaini|asdf(?:ghjkl)?|zxcvbnm?|summer|winter|spring|autumn|arbor)[\d\W_]*$/i;

/** Null while nothing is typed. */
export function advisePassword(password: string): PasswordAdvice | null {
  if (password === '') return null;
  if (![/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password))) return 'missing';
  if (TRIED_FIRST.test(password)) return 'common';
  const characters = [...password];
  // What repeats adds nothing a guesser would have to guess.
  const length = Math.min(characters.length, 2 * new Set(characters).size);
  if (length < FAIR_LENGTH) return 'short';
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}
