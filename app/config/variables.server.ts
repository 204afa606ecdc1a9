import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { AI_VARIABLES } from '#app/config/ai-variables.server.ts';
import { appAddress } from '#app/config/app-address.server.ts';
import { BRANDING_VARIABLES } from '#app/config/branding-variables.server.ts';
import { isEverDue, parseCron } from '#app/config/cron.server.ts';
import { TELEMETRY_VARIABLES } from '#app/config/telemetry-variables.server.ts';
import {
  absoluteFolder,
  baseUrl,
  domainList,
  dsn,
  emailList,
  folder,
  groupsByClaim,
  host,
  markdownFile,
  plainText,
  postgresUrl,
  sender,
  share,
  smtpUrl,
  trustedProxies,
} from '#app/config/value-formats.server.ts';
import { oneOf, optional, wholeNumber, withDefault } from '#app/config/variable-kinds.server.ts';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#app/i18n/language.ts';

function isSchedule(text: string): boolean {
  const cron = parseCron(text);
  return cron !== null && isEverDue(cron);
}

const variables = z.object({
  HOST: withDefault(host, '127.0.0.1'),
  PORT: withDefault(wholeNumber('a port from 0 to 65535', 0, 65_535), '3000'),
  APP_URL: optional(appAddress),
  DATA_DIR: withDefault(folder, './data'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_DIRECT_URL: optional(postgresUrl),
  DATABASE_READ_URL: optional(postgresUrl),
  DATABASE_POOL: withDefault(wholeNumber('connections from 2 to 500', 2, 500), '10'),
  DATABASE_STATEMENT_TIMEOUT: withDefault(wholeNumber('seconds from 1 to 3600', 1, 3600), '30'),
  DATABASE_LOCK_TIMEOUT: withDefault(wholeNumber('seconds from 1 to 3600', 1, 3600), '5'),
  SESSION_SECRET: optional(z.string().min(32, 'at least 32 characters')),
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: withDefault(sender, 'Arbor <arbor@localhost>'),
  REGISTRATION: withDefault(oneOf(['open', 'invited', 'closed']), 'open'),
  REGISTRATION_DOMAINS: withDefault(domainList, ''),
  SHARE_OUTSIDE: withDefault(oneOf(['on', 'off']), 'on'),
  ADMIN_EMAILS: withDefault(emailList, ''),
  REQUIRE_SECOND_FACTOR: withDefault(oneOf(['off', 'administrators', 'all']), 'off'),
  SESSION_DAYS: withDefault(wholeNumber('days from 1 to 365', 1, 365), '30'),
  PASSWORD_MIN_LENGTH: optional(wholeNumber('characters from 8 to 64', 8, 64)),
  INSTALLATION_NAME: withDefault(plainText(40), 'Arbor'),
  DEFAULT_LANGUAGE: withDefault(oneOf(LANGUAGES), FALLBACK_LANGUAGE),
  DEFAULT_THEME: optional(oneOf(['system', 'light', 'dark'])),
  ANNOUNCEMENT: optional(plainText(300)),
  ANNOUNCEMENT_ZH: optional(plainText(300)),
  TERMS_FILE: optional(markdownFile),
  TERMS_FILE_ZH: optional(markdownFile),
  TERMS_VERSION: optional(plainText(40)),
  PUBLIC_LINKS: withDefault(oneOf(['on', 'off']), 'on'),
  PUBLIC_LINK_DAYS: optional(wholeNumber('days from 1 to 3650', 1, 3650)),
  WORKERS: withDefault(wholeNumber('a number of processes from 1 to 64', 1, 64), '1'),
  SHUTDOWN_DELAY: withDefault(wholeNumber('seconds from 0 to 300', 0, 300), '0'),
  MAX_UPLOAD_MB: withDefault(wholeNumber('megabytes from 1 to 4096', 1, 4096), '25'),
  BACKUP_CRON: optional(
    z.string().refine(isSchedule, 'five fields of a crontab in UTC, such as 30 2 * * *, with a day that comes'),
  ),
  BACKUP_DIR: optional(absoluteFolder),
  BACKUP_KEEP: withDefault(wholeNumber('a number of archives from 1 to 1000', 1, 1000), '7'),
  BACKUP_FILES: withDefault(oneOf(['once', 'whole']), 'once'),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'at least 12 characters')),
  RATE_LIMIT: withDefault(oneOf(['on', 'off']), 'on'),
  AUDIT_DAYS: withDefault(wholeNumber('days from 1 to 3650', 1, 3650), '365'),
  TOKENS_MAY_LAST: withDefault(oneOf(['on', 'off']), 'off'),
  PDF_CHROMIUM: optional(
    z.string().refine((path) => isAbsolute(path) && existsSync(path), 'the absolute path of a Chromium that is there'),
  ),
  PICTURE_PROXY: withDefault(oneOf(['on', 'off']), 'on'),
  TRUST_PROXY: withDefault(trustedProxies, 'false'),
  ACCESS_LOG: withDefault(share, 'off'),
  SLOW_QUERY_MS: optional(wholeNumber('milliseconds from 1 to 600000', 1, 600_000)),
  LOG_LEVEL: withDefault(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  ...BRANDING_VARIABLES,
  ...AI_VARIABLES,
  STORAGE: withDefault(oneOf(['local', 's3']), 'local'),
  S3_BUCKET: optional(z.string()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, error: 'the address of an S3-compatible service, such as https://s3.example.com' }),
  ),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SENTRY_DSN: optional(dsn),
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, 'a token without blanks, in ASCII')),
  ...TELEMETRY_VARIABLES,
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GITHUB_BASE_URL: optional(baseUrl),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_BASE_URL: withDefault(baseUrl, 'https://accounts.google.com'),
  OIDC_ISSUER: optional(baseUrl),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: withDefault(z.string().max(40, 'up to 40 characters'), 'SSO'),
  OIDC_SCOPES: withDefault(
    z.string().regex(/^openid( \S+)*$/, 'scopes that begin with openid'),
    'openid profile email',
  ),
  OIDC_TRUST_EMAIL: withDefault(oneOf(['on', 'off']), 'off'),
  OIDC_GROUPS_CLAIM: withDefault(z.string(), 'groups'),
  OIDC_GROUPS: optional(groupsByClaim),
  PASSWORD_SIGN_IN: withDefault(oneOf(['on', 'off']), 'on'),
});

const PAIRS = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const;

/** Schema of the environment variables. Incomplete credentials are refused rather than hiding a sign-in button. */
export const environmentSchema = variables.superRefine((env, context) => {
  for (const [missing, given] of [
    ['BACKUP_DIR', 'BACKUP_CRON'],
    ['BACKUP_CRON', 'BACKUP_DIR'],
    ['ANNOUNCEMENT', 'ANNOUNCEMENT_ZH'],
    ['TERMS_VERSION', 'TERMS_FILE'],
    ['TERMS_FILE', 'TERMS_VERSION'],
    ['TERMS_FILE', 'TERMS_FILE_ZH'],
    ['LOGO_FILE', 'LOGO_FILE_DARK'],
  ] as const) {
    if (env[given] && !env[missing])
      context.addIssue({ code: 'custom', path: [missing], message: `a value, because ${given} is set` });
  }
  if (env.WORKERS > 1 && !env.DATABASE_URL)
    context.addIssue({ code: 'custom', path: ['WORKERS'], message: '1 without DATABASE_URL: SQLite has one writer' });
  if (env.SHARE_OUTSIDE === 'off' && env.REGISTRATION_DOMAINS.length === 0)
    context.addIssue({ code: 'custom', path: ['SHARE_OUTSIDE'], message: 'on without REGISTRATION_DOMAINS' });
  if (env.PASSWORD_SIGN_IN === 'off' && !env.GITHUB_CLIENT_ID && !env.GOOGLE_CLIENT_ID && !env.OIDC_CLIENT_ID)
    context.addIssue({ code: 'custom', path: ['PASSWORD_SIGN_IN'], message: 'on unless a provider is configured' });
  for (const pair of PAIRS) {
    const names: readonly (keyof typeof env)[] = pair;
    const missing = names.find((name) => !env[name]);
    const given = names.find((name) => env[name]);
    if (!missing || !given) continue;
    const message = `a value, because ${given} is set (or take that away)`;
    context.addIssue({ code: 'custom', path: [missing], message });
  }
});

/** Default of each variable as text; undefined without one. */
export const DEFAULTS: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(variables.shape).map(([name, schema]) => [name, schema.meta()?.fallback as string | undefined]),
);

export type Environment = z.output<typeof environmentSchema>;

/** Addresses that may contain a password. */
export const SECRET_ADDRESSES = new Set(
  'DATABASE_URL DATABASE_DIRECT_URL DATABASE_READ_URL SMTP_URL SENTRY_DSN'.split(' '),
);
/** Variables that may contain a password, so error messages never include their values. */
export const SECRET_VARIABLES = new Set([
  ...SECRET_ADDRESSES,
  ...'SESSION_SECRET BACKUP_PASSPHRASE METRICS_TOKEN OTEL_EXPORTER_OTLP_HEADERS GITHUB_CLIENT_SECRET'.split(' '),
  ...'GOOGLE_CLIENT_SECRET OIDC_CLIENT_SECRET S3_SECRET_ACCESS_KEY AI_API_KEY'.split(' '),
]);
