import { LIMIT_NAMES, LIMITS } from '#app/config/rate-limits.server.ts';
import { DEFAULTS } from '#app/config/variables.server.ts';
import { checkEnvironment } from '#app/config.server.ts';
import { UsageError } from '#cli/exit.ts';
import { terminal } from '#cli/with-services.ts';

const known = () => new Set([...Object.keys(DEFAULTS), ...LIMIT_NAMES.map((name) => LIMITS[name].variable)]);

/**
 * Parses `NAME=value`, or `NAME` for its value in the environment, which keeps secrets out of the list of processes.
 * Throws UsageError for an unknown or empty variable, ConfigError for a value that does not fit.
 */
export function givenVariables(given: string[]): Record<string, string> {
  const { t } = terminal();
  const names = known();
  const variables: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf('=');
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? process.env[name] : text.slice(at + 1);
    if (!names.has(name)) throw new UsageError(t('cli.setup.unknown', { variable: name }));
    if (!value?.trim()) throw new UsageError(t('cli.setup.empty', { variable: name }));
    variables[name] = value;
  }
  checkEnvironment(variables);
  return variables;
}
