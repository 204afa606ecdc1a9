import { LIMIT_NAMES, LIMITS } from '#app/config/rate-limits.server.ts';
import { DEFAULTS } from '#app/config/variables.server.ts';
import { editDistance } from '#app/services/search/edit-distance.ts';

/** A variable that Arbor does not read, and the one that is probably meant. */
export type UnknownVariable = { name: string; meant: string | null };

/** Beginnings of names that only Arbor has. */
const OWN = /^(LIMIT|OIDC|S3|BACKUP)_/;
/** Shorter names, such as HOST, have neighbours that other programs read. */
const LETTERS_MIN = 6;

/** Finds variables that are probably misspelt: one letter away from a known one, or with a beginning of Arbor's own. */
export function findUnknownVariables(environment: NodeJS.ProcessEnv): UnknownVariable[] {
  const known = [...Object.keys(DEFAULTS), ...LIMIT_NAMES.map((name) => LIMITS[name].variable)];
  const isKnown = new Set(known);
  const near = known.filter(({ length }) => length >= LETTERS_MIN);
  return Object.keys(environment)
    .filter((name) => !isKnown.has(name) && environment[name]?.trim())
    .map((name) => ({ name, meant: near.find((other) => editDistance(name, other, 1) <= 1) ?? null }))
    .filter(({ name, meant }) => meant !== null || OWN.test(name));
}
