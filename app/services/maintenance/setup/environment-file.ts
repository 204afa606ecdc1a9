import { chmod, link, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '#app/adapters/sync-path.ts';

/** Thrown for a value that systemd, `node --env-file` and a shell would not read alike. */
export class UnwritableValue extends Error {
  override name = 'UnwritableValue';
  readonly variable: string;
  constructor(variable: string) {
    super(variable);
    this.variable = variable;
  }
}

const PLAIN = /^[\w@%+:,./-]+$/;

/**
 * Returns lines of `NAME=value` that systemd's `EnvironmentFile`, `node --env-file` and a POSIX shell read alike.
 * Throws UnwritableValue.
 */
export function environmentFile(values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(name, value)}`);
  return `${lines.join('\n')}\n`;
}

function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value;
  // Control characters and line ends have no common notation.
  if (/\p{Cc}/u.test(value)) throw new UnwritableValue(name);
  if (!value.includes("'")) return `'${value}'`;
  // Within double quotes a shell expands these, and Node does not unescape them.
  if (/["$`\\]/.test(value)) throw new UnwritableValue(name);
  return `"${value}"`;
}

/**
 * Writes a file with mode 0600 that is complete or absent. Throws EEXIST if there is one, unless `replaces`.
 */
export async function writeEnvironmentFile(file: string, text: string, { replaces = false } = {}): Promise<void> {
  const temporary = `${file}.${crypto.randomUUID()}.part`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    await chmod(temporary, 0o600);
    if (replaces) await rename(temporary, file);
    else await link(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncPath(dirname(file));
}
