const MARK = '\uFEFF';

export const MARKED = 'got a byte order mark before its name, takes an environment file saved as UTF-8 without it';

/**
 * Returns the name of a variable that has a byte order mark before it, else null. Some editors begin a file with one,
 * which hides its first variable.
 */
export function nameBehindMark(environment: NodeJS.ProcessEnv): string | null {
  return (
    Object.keys(environment)
      .find((name) => name.startsWith(MARK))
      ?.slice(MARK.length) ?? null
  );
}
