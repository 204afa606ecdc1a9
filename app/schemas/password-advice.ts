/** Advice while a password is typed. The server enforces the actual rule. */
export type PasswordAdvice = 'missing' | 'tooShort' | 'common' | 'short' | 'fair' | 'strong';

const FAIR_LENGTH = 10;
const STRONG_LENGTH = 14;
/** Common passwords, with any digits and punctuation appended. */
const TRIED_FIRST =
  /^(?:password|passw0rd|p@ssw0rd|qwerty(?:uiop)?|welcome|letmein|admin(?:istrator)?|abc|iloveyou|monkey|dragon|football|baseball|sunshine|princess|master|secret|changeme|test|login|hello|woaini|asdf(?:ghjkl)?|zxcvbnm?|summer|winter|spring|autumn|arbor)[\d\W_]*$/i;

/** Returns null for an empty password. `min` is the minimum number of characters. */
export function advisePassword(password: string, min: number): PasswordAdvice | null {
  if (password === '') return null;
  if (![/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password))) return 'missing';
  const characters = [...password];
  if (characters.length < min) return 'tooShort';
  if (TRIED_FIRST.test(password)) return 'common';
  // Repeated characters do not make guessing harder.
  const length = Math.min(characters.length, 2 * new Set(characters).size);
  if (length < FAIR_LENGTH) return 'short';
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}
