import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const blankToUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankToUnset, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => blankToUnset(value) ?? fallback, schema);
const wholeNumber = (takes: string, min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, takes)
    .transform(Number);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });

const origin = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '');
}, 'an origin such as https://notes.example.com, without a path');
const emailList = z
  .string()
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((email) => email.toLowerCase()),
  )
  .pipe(z.array(z.email({ error: 'e-mail addresses, separated by commas' })));

const schema = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(wholeNumber('a port from 0 to 65535', 0, 65_535), '3000'),
  APP_URL: optional(origin.transform((text) => new URL(text).origin)),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'postgres://user:password@host/database, or nothing for SQLite'),
  ),
  SESSION_SECRET: optional(z.string().min(32, 'at least 32 characters')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\/\S+$/, 'smtp://user:password@host:port or smtps://…')),
  MAIL_FROM: withDefault(z.string().min(3), 'Arbor <arbor@localhost>'),
  REGISTRATION: withDefault(oneOf(['open', 'invited', 'closed']), 'open'),
  ADMIN_EMAILS: withDefault(emailList, ''),
  RATE_LIMIT: withDefault(oneOf(['on', 'off']), 'on'),
  TRUST_PROXY: withDefault(oneOf(['true', 'false']), 'false'),
  LOG_LEVEL: withDefault(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  SENTRY_DSN: optional(z.url({ error: 'the DSN of a Sentry project' })),
});

export type Config = {
  host: string;
  port: number;
  /** The public origin when set; cookies are `Secure` and prefixed when it is https. */
  appUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  secret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  registration: 'open' | 'invited' | 'closed';
  adminEmails: string[];
  rateLimit: boolean;
  trustProxy: boolean;
  logLevel: string;
  sentryDsn: string | undefined;
};

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Never echo what may hold a password: these say only that they are set. */
const SECRET_VARIABLES = new Set(['SESSION_SECRET', 'DATABASE_URL', 'SMTP_URL', 'SENTRY_DSN']);

/** Reads and validates the environment. Throws a ConfigError of one line that names variable, value and what it takes. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const name = String(issue.path[0]);
    const got = SECRET_VARIABLES.has(name) ? 'a value that does not fit' : JSON.stringify(environment[name]);
    throw new ConfigError(`${name}: got ${got}, takes ${issue.message}`);
  }
  const env = result.data;
  const dataDir = resolve(env.DATA_DIR);
  return {
    host: env.HOST,
    port: env.PORT,
    appUrl: env.APP_URL,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secret: env.SESSION_SECRET ?? readOrCreateSecret(dataDir),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    registration: env.REGISTRATION,
    adminEmails: env.ADMIN_EMAILS,
    rateLimit: env.RATE_LIMIT === 'on',
    trustProxy: env.TRUST_PROXY === 'true',
    logLevel: env.LOG_LEVEL,
    sentryDsn: env.SENTRY_DSN,
  };
}

function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) createSecret(file);
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: got ${JSON.stringify(dataDir)}, takes a folder this process can write`, { cause });
  }
}

/** Written aside and linked into place: of processes that start together one makes it, and none reads half of it. */
function createSecret(file: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(aside);
  }
}

let current: Config | undefined;

/** The configuration of this process, read at the first call. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
