import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import type { CommanderError } from 'commander';
import type { TFunction } from 'i18next';
import { ConfigError } from '#app/config.server.ts';
import { AppError, type ErrorName } from '#app/errors.ts';
import { ForeignInstallation } from '#app/services/maintenance/installation/recognise.ts';
import { UnknownFields } from '#cli/output/fields.ts';
import { printableLines } from '#cli/output/printable.ts';
import { asWideAs } from '#cli/output/wrap-text.ts';
import { isDatabaseDamaged, isDatabaseUnavailable, isDiskFull, isFileReadOnly } from '#db/database-errors.ts';

/** Exit codes of contract §5: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 refused. */
export const EXIT = { failed: 1, usage: 2, notFound: 3, refused: 4 } as const;

const EXIT_OF: Partial<Record<ErrorName, number>> = {
  userNotFound: EXIT.notFound,
  documentNotFound: EXIT.notFound,
  notFound: EXIT.notFound,
  permissionDenied: EXIT.refused,
  documentAccessDenied: EXIT.refused,
  userNotActive: EXIT.refused,
  shareWithYourself: EXIT.usage,
  validationFailed: EXIT.usage,
};

/** Thrown when a command is called with wrong arguments. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Thrown when a valid command is refused. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** Thrown when a named object does not exist. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
}

/** Thrown when a check completed and found problems, which are already printed. */
export class CheckFailed extends Error {
  override name = 'CheckFailed';
}

export function usageExit({ code, exitCode }: CommanderError): number {
  const isHelp = code === 'commander.helpDisplayed' || code === 'commander.version' || code === 'commander.help';
  return isHelp && exitCode === 0 ? 0 : EXIT.usage;
}

/** Prints an error on stderr in one line and returns its exit code. */
export function fail(error: unknown, t: TFunction): number {
  if (error instanceof UnknownFields) return say(unknownFieldsText(error, t), EXIT.usage);
  if (error instanceof UsageError) return say(error.message, EXIT.usage);
  if (error instanceof CheckFailed) return EXIT.failed;
  if (error instanceof NotFoundError) return say(error.message, EXIT.notFound);
  if (error instanceof RefusedError) return say(error.message, EXIT.refused);
  if (error instanceof ConfigError) return say(error.message, EXIT.failed);
  if (error instanceof ForeignInstallation)
    return say(t(`cli.installation.${error.reason}`, { place: error.place }), EXIT.failed);
  if (error instanceof AppError) {
    const [text] = Object.values(error.fields ?? {}).flat();
    const detail = text
      ? t(`validation.${text.key}` as 'validation.required', text.values ?? {})
      : t(`errors.${error.error}`, { count: 0 });
    return say(detail, EXIT_OF[error.error] ?? EXIT.failed);
  }
  return say(faultText(error, t), EXIT.failed);
}

const unknownFieldsText = ({ names, known }: UnknownFields, t: TFunction) =>
  t('cli.fields.unknown', { names: names.join(', '), known: known.join(', ') });

/**
 * Returns an error in one line. Adds the variable or path behind a system error, which alone is only `ECONNREFUSED` or
 * `ENOENT`.
 */
export function faultText(error: unknown, t: TFunction): string {
  const { message, path, code } = error as NodeJS.ErrnoException;
  const reason = error instanceof Error ? message : String(error);
  if (isDatabaseUnavailable(error)) {
    const isServer = Boolean(process.env.DATABASE_URL?.trim());
    if (!isServer && isDiskFull(error)) return t('cli.faults.full', { folder: dataFolder() });
    if (!isServer && isFileReadOnly(error)) return t('cli.faults.readOnly', { file: databaseFile() });
    const variable = isServer ? 'DATABASE_URL' : 'DATA_DIR';
    return t('cli.faults.database', { variable, reason });
  }
  if (isDatabaseDamaged(error)) return t('cli.faults.damaged', { file: databaseFile(), reason });
  if (path && (code === 'ENOSPC' || code === 'EDQUOT')) return t('cli.faults.full', { folder: path });
  if (path && code && /^E[A-Z]+$/.test(code))
    return t('cli.faults.file', { path, reason: systemMessage(code) ?? reason });
  return reason;
}

const dataFolder = () => process.env.DATA_DIR?.trim() || './data';
const databaseFile = () => join(dataFolder(), 'arbor.sqlite');

/** Returns the system's text of an error code: `ENOSPC` → "no space left on device". */
export function systemMessage(code: string): string | undefined {
  return [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1];
}

function say(message: string, exitCode: number): number {
  process.stderr.write(`${asWideAs(process.stderr, printableLines(message))}\n`);
  return exitCode;
}
