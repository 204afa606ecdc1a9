import pino from 'pino';

const SECRET_KEYS = new Set(
  'password passwordconfirm code token tempid cookie authorization set-cookie x-xsrf-token csrf sig content secret'.split(
    ' ',
  ),
);
const DEPTH_MAX = 6;

/** Removes secrets from a log value at any depth, while pino's own `redact` covers only listed paths. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEYS.has(key.toLowerCase()) ? '[secret]' : withoutSecrets(item, depth + 1),
    ]),
  );
}

// Database errors contain the statement and its parameters, with document texts. Keeps only name, message, code and
// stack, and cuts the message before a quoted statement. A cause that is no error may be data, such as the claims of a
// token.
function describeError(error: Error, depth: number): object {
  const { name, stack } = error;
  const code = (error as { code?: unknown; original?: { code?: unknown } }).code;
  const cause = error.cause instanceof Error ? withoutSecrets(error.cause, depth + 1) : undefined;
  return { name, message: error.message.slice(0, 500), code, stack: stack?.slice(0, 4000), cause };
}

// The CLI's stdout is for data, so its launcher sends logs to stderr.
const isCommand = process.env.ARBOR_LOG === 'stderr';
const stream = isCommand ? process.stderr : process.stdout;
const output = stream.isTTY ? await readable() : stream;

async function readable() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname', destination: stream });
}

// Read directly, as logging starts before the configuration, which reports an unknown level.
const wanted = process.env.LOG_LEVEL ?? '';
const level = wanted === 'silent' || wanted in pino.levels.values ? wanted : isCommand ? 'warn' : 'info';

/** The logger: JSON lines on stdout, readable lines on a terminal. */
export const log = pino(
  {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
    serializers: { err: (error) => error, error: (error) => error },
  },
  output,
);

export type Fault = { error: unknown; event?: string; requestId?: string; componentStack?: string };

/** Registers a listener for faults: everything logged as an error, regardless of the log level. */
export function onFault(listener: (fault: Fault) => void): void {
  const write = log.error.bind(log) as (fields: object, message?: string) => void;
  log.error = ((fields: Fault, message?: string) => {
    if (fields?.error !== undefined) listener(fields);
    write(fields, message);
  }) as typeof log.error;
}
