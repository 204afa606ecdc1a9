import type { TFunction } from 'i18next';
import { AppError } from '#app/errors.ts';
import { type email, newPassword } from '#app/schemas/accounts.ts';
import { UsageError } from '#cli/exit.ts';
import { promptPassword, readPasswordFromStdin } from '#cli/output/password.ts';

type Options = { passwordStdin?: boolean; link?: boolean };

/** Reads a new password from the terminal or stdin, with the rules of the web; null if a link replaces it. */
export async function readNewPassword({ passwordStdin, link }: Options, t: TFunction): Promise<string | null> {
  if (link && passwordStdin) throw new UsageError(t('cli.user.linkOrPassword'));
  if (link) return null;
  if (passwordStdin) return checked(newPassword, 'password', await readPasswordFromStdin());
  if (!process.stdin.isTTY) throw new UsageError(t('cli.user.needsPassword'));
  return checked(newPassword, 'password', await promptPassword(t('cli.user.passwordPrompt')));
}

/** Parses a value by a schema. Throws `validationFailed` with the field's message. */
export function checked(schema: typeof email | typeof newPassword, field: string, value: string): string {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validationFailed', { fields: { [field]: [{ key: result.error.issues[0]!.message }] } });
}
