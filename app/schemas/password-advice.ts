/** Advice while a password is typed. The server enforces the actual rule. */
export type PasswordAdvice = 'missing' | 'common' | 'short' | 'fair' | 'strong';

const FAIR_LENGTH = 10;
const STRONG_LENGTH = 14;
/** Common passwords, with any digits and signs appended. */
const TRIED_FIRST =
  /^(?:password|passw0rd|p@ssw0rd|qwerty(?:uiop)?|welcome|letmein|admin(?:istrator)?|abc|iloveyou|monkey|dragon|football|baseball|sunshine|princess|master|secret|changeme|test|login|hello|woaini|asdf(?:ghjkl)?|zxcvbnm?|summer|winter|spring|autumn|arbor)[\d\W_]*$/i;

/** Returns null for an empty password. */
export function advisePassword(password: string): PasswordAdvice | null {
  if (password === '') return null;
  if (![/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password))) return 'missing';
  if (TRIED_FIRST.test(password)) return 'common';
  const characters = [...password];
  // Repeated characters do not make guessing harder.
  const length = Math.min(characters.length, 2 * new Set(characters).size);
  if (length < FAIR_LENGTH) return 'short';
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}
