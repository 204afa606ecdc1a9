import type { TFunction } from 'i18next';
import { type EffectiveValue, effectiveConfig } from '#app/config/effective-config.server.ts';
import { checkEnvironment } from '#app/config.server.ts';
import { findUnknownVariables } from '#app/services/maintenance/doctor/unknown-variables.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal } from '#cli/with-services.ts';

/** Prints all values before it fails on an invalid one, so that this one is seen in context. */
export async function configCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const values = effectiveConfig(process.env);
  printRows(format === 'table' ? values.map((value) => readable(value, t)) : values, format);
  checkEnvironment(process.env);
  for (const { name, meant } of findUnknownVariables(process.env))
    say(t(meant === null ? 'cli.doctor.unknownVariable' : 'cli.doctor.misspelt', { name, meant }));
  const count = values.filter(({ source }) => source === 'environment').length;
  say(t('cli.config.listed', { count, all: values.length }));
}

const readable = ({ variable, value, source }: EffectiveValue, t: TFunction) => ({
  [t('cli.config.variable')]: variable,
  [t('cli.config.value')]: value,
  [t('cli.config.source')]: t(`cli.config.sources.${source}`),
});
