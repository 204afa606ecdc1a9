import { AppError } from '#app/errors.ts';
import { email as emailSchema, newPassword } from '#app/schemas/accounts.ts';
import { createAccount } from '#app/services/accounts/create-account.ts';
import { mailOrigin } from '#app/services/mail-origin.ts';
import { UsageError } from '#cli/exit.ts';
import { promptPassword, readPasswordFromStdin } from '#cli/output/password.ts';
import { type Format, printRows, type Row } from '#cli/output/rows.ts';
import { type Terminal, terminal, withServices } from '#cli/with-services.ts';

type Options = { admin?: boolean; passwordStdin?: boolean; link?: boolean; format: Format };

export async function userCreateCommand(address: string, options: Options): Promise<void> {
  const io = terminal();
  const email = checked(emailSchema, 'email', address);
  const password = options.link ? null : checked(newPassword, 'password', await readPassword(options, io));
  const account = await withServices(() => createAccount({ email, password, isAdmin: options.admin ?? false }));
  const link: Row = account.tempId ? { link: `${mailOrigin()}/reset-password?tempId=${account.tempId}` } : {};
  printRows([{ id: account.id, email, role: account.role, ...link }], options.format);
  io.say(io.t(account.tempId ? 'cli.user.createdWithLink' : 'cli.user.created', { email }));
}

async function readPassword({ passwordStdin }: Options, { t }: Terminal): Promise<string> {
  if (passwordStdin) return readPasswordFromStdin();
  if (!process.stdin.isTTY) throw new UsageError(t('cli.user.needsPassword'));
  return promptPassword(t('cli.user.passwordPrompt'));
}

type Schema = typeof emailSchema | typeof newPassword;

function checked(schema: Schema, field: string, value: string): string {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('validationFailed', { fields: { [field]: [{ key: result.error.issues[0]!.message }] } });
}
