import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { LIMIT_NAMES, LIMITS, type LimitName } from '#app/limits.server.ts';

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

const dsn = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname);
}, 'the DSN of a Sentry project, such as https://key@sentry.example.com/1');

const baseUrl = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  }, 'a URL such as https://github.example.com')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/** Express's names for networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (NAMED_NETWORKS.includes(text)) return true;
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && isPrefix && more.length === 0;
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'postgres://user:password@host/database, or nothing for SQLite');

const trustedProxies = z.string().transform((text, context) => {
  if (text === 'true') return 1;
  if (text === 'false') return false as const;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(/[\s,]+/).filter(Boolean);
  if (networks.length > 0 && networks.every(isNetwork)) return networks;
  context.addIssue({ code: 'custom', message: 'true, false, a number of hops, or networks such as 10.0.0.0/8' });
  return z.NEVER;
});

export type RequestLimit = { points: number; windowSeconds: number };

const variables = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(wholeNumber('a port from 0 to 65535', 0, 65_535), '3000'),
  APP_URL: optional(origin.transform((text) => new URL(text).origin)),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_DIRECT_URL: optional(postgresUrl),
  DATABASE_READ_URL: optional(postgresUrl),
  SESSION_SECRET: optional(z.string().min(32, 'at least 32 characters')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\/\S+$/, 'smtp://user:password@host:port or smtps://…')),
  MAIL_FROM: withDefault(z.string().min(3), 'Arbor <arbor@localhost>'),
  REGISTRATION: withDefault(oneOf(['open', 'invited', 'closed']), 'open'),
  ADMIN_EMAILS: withDefault(emailList, ''),
  SHUTDOWN_DELAY: withDefault(wholeNumber('seconds from 0 to 300', 0, 300), '0'),
  MAX_UPLOAD_MB: withDefault(wholeNumber('megabytes from 1 to 4096', 1, 4096), '25'),
  RATE_LIMIT: withDefault(oneOf(['on', 'off']), 'on'),
  TOKENS_MAY_LAST: withDefault(oneOf(['on', 'off']), 'off'),
  PICTURE_PROXY: withDefault(oneOf(['on', 'off']), 'on'),
  TRUST_PROXY: withDefault(trustedProxies, 'false'),
  LOG_LEVEL: withDefault(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  AI_BASE_URL: optional(z.url({ protocol: /^https?$/, error: 'the address of an OpenAI-compatible service' })),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  AI_MONTHLY_LIMIT: withDefault(wholeNumber('a number of tokens, 0 or more', 0, Number.MAX_SAFE_INTEGER), '100000'),
  STORAGE: withDefault(oneOf(['local', 's3']), 'local'),
  S3_BUCKET: optional(z.string()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ENDPOINT: optional(z.url({ error: 'the address of an S3-compatible service' })),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SENTRY_DSN: optional(dsn),
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, 'a token without blanks, in ASCII')),
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GITHUB_BASE_URL: optional(baseUrl),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_BASE_URL: withDefault(baseUrl, 'https://accounts.google.com'),
});

const PAIRS = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const;

/** Fails at startup if only half of a credential pair is set, instead of hiding a sign-in button. */
const schema = variables.superRefine((env, context) => {
  for (const pair of PAIRS) {
    const missing = pair.find((name) => !env[name]);
    const given = pair.find((name) => env[name]);
    if (!missing || !given) continue;
    const message = `a value, because ${given} is set (or take that away)`;
    context.addIssue({ code: 'custom', path: [missing], message });
  }
});

/** OAuth client credentials of this installation. */
export type ProviderClient = { clientId: string; clientSecret: string };

type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  host: string;
  port: number;
  /** The public origin, if set; with https, cookies are `Secure` and prefixed. */
  appUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database past a pooler: LISTEN needs a session of its own. */
  databaseDirectUrl: string | undefined;
  /** A replica for reports that may be late. */
  databaseReadUrl: string | undefined;
  secret: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  registration: 'open' | 'invited' | 'closed';
  adminEmails: string[];
  /** How long a stopping process goes on serving, so that a proxy can notice `/readyz`. */
  shutdownDelaySeconds: number;
  /** Limit of one upload: one file, or all files of an import together. */
  maxUploadBytes: number;
  rateLimit: boolean;
  /** Whether personal access tokens may have no expiry. */
  tokensMayLast: boolean;
  /** Whether pictures of other hosts pass through this server, so that their hosts do not learn who reads. */
  pictureProxy: boolean;
  /** Trust in `X-Forwarded-For`, in Express's format: none, a number of hops, or networks. */
  trustProxy: false | number | string[];
  limits: Record<LimitName, RequestLimit>;
  /** Undefined hides AI from the interface. */
  ai: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Default monthly token limit of an account; an administrator can override it. */
  aiMonthlyLimit: number;
  storage: 'local' | 's3';
  /** Set if `storage` is `s3`, or if S3 is configured for moving files. */
  s3: S3Config | undefined;
  logLevel: string;
  sentryDsn: string | undefined;
  /** Bearer token for `/metrics`; unset disables the page. */
  metricsToken: string | undefined;
  /** Social sign-in; undefined disables a provider. Without `baseUrl`, GitHub is github.com. */
  github: (ProviderClient & { baseUrl: string | undefined }) | undefined;
  /** `baseUrl` is an OpenID Connect issuer with discovery. */
  google: (ProviderClient & { baseUrl: string }) | undefined;
};

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Variables that may hold a password: error messages never echo their values. */
const SECRET_VARIABLES = new Set(
  'SESSION_SECRET DATABASE_URL DATABASE_DIRECT_URL DATABASE_READ_URL SMTP_URL SENTRY_DSN METRICS_TOKEN GITHUB_CLIENT_SECRET GOOGLE_CLIENT_SECRET S3_SECRET_ACCESS_KEY AI_API_KEY'.split(
    ' ',
  ),
);

/**
 * Reads and validates the environment. Throws a ConfigError whose one line names the variable, its value and the
 * accepted values.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new ConfigError(`${name}: got ${describe(name, environment[name])}, takes ${issue.message}`);
  }
  const env = result.data;
  const dataDir = resolve(env.DATA_DIR);
  const github = clientOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  const google = clientOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  return {
    host: env.HOST,
    port: env.PORT,
    appUrl: env.APP_URL,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    secret: env.SESSION_SECRET ?? readOrCreateSecret(dataDir),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    registration: env.REGISTRATION,
    adminEmails: env.ADMIN_EMAILS,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    rateLimit: env.RATE_LIMIT === 'on',
    tokensMayLast: env.TOKENS_MAY_LAST === 'on',
    pictureProxy: env.PICTURE_PROXY === 'on',
    trustProxy: env.TRUST_PROXY,
    limits: readLimits(environment),
    ai: readAi(env),
    aiMonthlyLimit: env.AI_MONTHLY_LIMIT,
    storage: env.STORAGE,
    s3: env.STORAGE === 's3' || hasS3(env) ? requireS3(env) : undefined,
    logLevel: env.LOG_LEVEL,
    sentryDsn: env.SENTRY_DSN,
    metricsToken: env.METRICS_TOKEN,
    github: github && { ...github, baseUrl: env.GITHUB_BASE_URL },
    google: google && { ...google, baseUrl: env.GOOGLE_BASE_URL },
  };
}

/** Reads limits in the form `points/seconds`. Throws a ConfigError. */
function readLimits(environment: NodeJS.ProcessEnv): Config['limits'] {
  const read = (name: LimitName): [LimitName, RequestLimit] => {
    const { variable, points, windowSeconds } = LIMITS[name];
    const text = environment[variable]?.trim();
    if (!text) return [name, { points, windowSeconds }];
    const [, given, seconds] = /^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? [];
    if (Number(given) > 0 && Number(seconds) > 0) {
      return [name, { points: Number(given), windowSeconds: Number(seconds) }];
    }
    const wanted = `how many in how many seconds, such as ${points}/${windowSeconds}`;
    throw new ConfigError(`${variable}: got ${JSON.stringify(text)}, takes ${wanted}`);
  };
  return Object.fromEntries(LIMIT_NAMES.map(read)) as Config['limits'];
}

function describe(name: string, value: string | undefined): string {
  if (!value?.trim()) return 'nothing';
  return SECRET_VARIABLES.has(name) ? 'a value that does not fit' : JSON.stringify(value);
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): ProviderClient | undefined {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function readAi({ AI_BASE_URL, AI_API_KEY, AI_MODEL }: z.output<typeof schema>): Config['ai'] {
  if (!AI_BASE_URL && !AI_MODEL && !AI_API_KEY) return undefined;
  if (!AI_BASE_URL)
    throw new ConfigError('AI_BASE_URL: got nothing, takes the address of an OpenAI-compatible service');
  if (!AI_MODEL) throw new ConfigError('AI_MODEL: got nothing, takes the name of a model, since AI_BASE_URL is set');
  return { baseUrl: AI_BASE_URL.replace(/\/+$/, ''), apiKey: AI_API_KEY, model: AI_MODEL };
}

const S3_NEEDS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const hasS3 = (env: z.output<typeof schema>) => S3_NEEDS.every((name) => env[name]);

/** Requires the variables that `STORAGE=s3` needs. */
function requireS3(env: z.output<typeof schema>): S3Config {
  for (const name of S3_NEEDS) {
    if (!env[name]) throw new ConfigError(`${name}: got nothing, takes a value, since STORAGE is s3`);
  }
  return {
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
  };
}

function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) createSecret(file);
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: got ${JSON.stringify(dataDir)}, takes a folder this process can write`, { cause });
  }
}

/**
 * Writes to a temporary file and links it into place: of concurrent processes one creates the secret, and none reads a
 * partial one.
 */
function createSecret(file: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
}

let current: Config | undefined;

/** Returns the configuration of this process, read at the first call. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
