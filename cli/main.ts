import { CommanderError } from 'commander';
import { translator } from '#app/i18n/translations.ts';
import { fail, usageExit } from '#cli/exit.ts';
import { languageOf } from '#cli/language.ts';
import { watchOutput } from '#cli/output/closed-pipe.ts';
import { declareProgram } from '#cli/program.ts';

// Only the owner may read files that commands write.
process.umask(0o077);
const t = translator(languageOf(process.argv, process.env));

if (process.argv.includes('--no-color')) process.env.NO_COLOR = '1';
if (process.argv.includes('--no-pager')) process.env.PAGER = '';

// Sequelize prints that it ends the connection of a failed transaction. The error that follows says why.
console.warn = () => undefined;

watchOutput(t);

try {
  await declareProgram(t).parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? usageExit(error) : fail(error, t);
}
