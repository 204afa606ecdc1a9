import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TFunction } from 'i18next';
import {
  environmentFile,
  UnwritableValue,
  writeEnvironmentFile,
} from '#app/services/maintenance/setup/environment-file.ts';
import { createFirstAdministrator } from '#cli/commands/setup/first-administrator.ts';
import { givenVariables } from '#cli/commands/setup/given-variables.ts';
import { nextSteps } from '#cli/commands/setup/next-steps.ts';
import { faultText, RefusedError, UsageError } from '#cli/exit.ts';
import { languageOf } from '#cli/language.ts';
import { variablesOf } from '#cli/screens/setup/questions.ts';
import { terminal } from '#cli/with-services.ts';
import { requireWritableFolder } from '#cli/writable-folder.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';

type Options = { set?: string[]; replace?: boolean; yes?: boolean };

/** Asks at a terminal; with `--yes` writes what `--set` gives. Nothing is written before the end. */
export async function setupCommand(given: string | undefined, { set = [], replace, yes }: Options): Promise<void> {
  const { t } = terminal();
  const file = resolve(given ?? 'arbor.env');
  if (yes) {
    if (existsSync(file) && !replace) throw new RefusedError(t('cli.setup.isThere', { file }));
    const variables = givenVariables(set);
    await requireWritableFolder(file);
    await write(file, variables, replace ?? false);
    return nextSteps(file);
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env.TERM === 'dumb')
    throw new UsageError(t('cli.setup.needsTerminal'));
  if (set.length > 0) throw new UsageError(t('cli.setup.setNeedsYes'));
  await requireWritableFolder(file);
  await ask(file);
}

async function ask(file: string): Promise<void> {
  const { t } = terminal();
  const isThere = existsSync(file);
  const language = languageOf(process.argv, process.env);
  const place = { file, isThere, passphrase: randomBytes(24).toString('base64url'), language };
  const { showSetup } = await import('#cli/screens/setup/show-setup.tsx');
  const answers = await showSetup({ t, place, faultOf: (error) => triedText(error, t) });
  if (!answers) throw new RefusedError(t('cli.confirm.declined'));
  const variables = variablesOf(answers, place);
  await write(file, variables, isThere);
  const { administrator = 'later', email, password } = answers;
  const account = { email: email ?? '', password: administrator === 'password' ? password! : null };
  const isMade = administrator !== 'later' && (await createFirstAdministrator(account, variables));
  nextSteps(file, {
    passphrase: variables.BACKUP_PASSPHRASE !== undefined,
    hasAdministrator: isMade,
  });
}

/** Errors of the database are about the value being asked for, not about this environment's. */
function triedText(error: unknown, t: TFunction): string {
  const text = isDatabaseUnavailable(error)
    ? t('cli.setup.faults.database', { reason: error instanceof Error ? error.message : String(error) })
    : faultText(error, t);
  // The sentence around it ends with a period of its own.
  return text.replace(/\.$/, '');
}

async function write(file: string, variables: Record<string, string>, replaces: boolean): Promise<void> {
  const { t, say } = terminal();
  try {
    await writeEnvironmentFile(file, environmentFile(variables), { replaces });
  } catch (error) {
    if (error instanceof UnwritableValue) throw new UsageError(t('cli.setup.unwritable', { variable: error.variable }));
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new RefusedError(t('cli.setup.isThere', { file }));
    throw error;
  }
  say(t('cli.setup.written', { file }));
}
