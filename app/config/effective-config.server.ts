import { join, resolve } from 'node:path';
import { LIMIT_NAMES, LIMITS } from '#app/config/rate-limits.server.ts';
import { DEFAULTS, SECRET_VARIABLES } from '#app/config/variables.server.ts';

export type EffectiveValue = {
  variable: string;
  /** Text as in the environment, with masked secrets; null if unset and without a default. */
  value: string | null;
  source: 'environment' | 'default' | 'file' | 'unset';
};

const MASK = '********';

/**
 * Lists every variable with its effective value, valid or not. No side effects. Secret URLs keep protocol, host and
 * path.
 */
export function effectiveConfig(environment: NodeJS.ProcessEnv): EffectiveValue[] {
  const given = (variable: string) => environment[variable]?.trim() || null;
  const fallbacks = { ...DEFAULTS, ...limitDefaults(), ...derivedDefaults(given) };
  const source = (variable: string) => (variable === 'SESSION_SECRET' ? 'file' : 'default');
  return Object.entries(fallbacks).map(([variable, fallback]) => {
    const own = given(variable);
    const text = own ?? fallback ?? '';
    if (text === '') return { variable, value: null, source: 'unset' };
    const value = variable === 'DATA_DIR' ? resolve(text) : text;
    return own === null
      ? { variable, value, source: source(variable) }
      : { variable, value: isSecret(variable, value) ? masked(value) : value, source: 'environment' };
  });
}

const limitDefaults = (): Record<string, string> =>
  Object.fromEntries(
    LIMIT_NAMES.map((name) => {
      const { variable, points, windowSeconds } = LIMITS[name];
      return [variable, `${points}/${windowSeconds}`];
    }),
  );

/** Returns the defaults that depend on other variables. */
function derivedDefaults(given: (variable: string) => string | null): Record<string, string | null> {
  const dataDir = resolve(given('DATA_DIR') ?? DEFAULTS.DATA_DIR!);
  const url = given('DATABASE_URL');
  return {
    DATABASE_URL: join(dataDir, 'arbor.sqlite'),
    DATABASE_DIRECT_URL: url && masked(url),
    SESSION_SECRET: join(dataDir, 'secret'),
  };
}

/** True also for URLs that contain a user name or password. */
function isSecret(variable: string, value: string): boolean {
  const { username, password } = URL.parse(value) ?? {};
  return SECRET_VARIABLES.has(variable) || Boolean(username || password);
}

/**
 * Masks a secret: `postgres://ada:secret@host/arbor?x=1` → `postgres://********@host/arbor`. Hides non-URLs entirely.
 */
function masked(secret: string): string {
  const url = URL.parse(secret);
  if (!url?.host) return MASK;
  const who = url.username || url.password ? `${MASK}@` : '';
  return `${url.protocol}//${who}${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search ? `?${MASK}` : ''}`;
}
