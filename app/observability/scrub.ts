// Rules for data sent to an error reporting service, shared by server and browser.

/** Sampling rates of specification §9. */
export const SAMPLING = { traces: 0.2, replay: 0.1, replayOnError: 1 } as const;
export const ENVIRONMENT = 'production';

const MESSAGE_MAX = 300;

/** Masks a page's path for tags: removes query, fragment, and a public link's token, which grants access. */
export function maskPath(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/^\/s\/[^/]+/, '/s/…');
}

const RULES: [RegExp, string][] = [
  // Query and fragment of an address may contain search words, tokens and codes.
  [/((?:[a-z][\w+.-]*:\/\/|\/)[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, '$1'],
  // Credentials in an address: user:password@host.
  [/(\/\/)[^\s/@]+@/g, '$1'],
  [/(\/s\/)[^/\s"'<>]+/g, '$1…'],
  [/\barbor_[\w-]+/g, '…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '…'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, '…'],
  // Attributes in an SDK's element selector may contain document names.
  [/\[[\w-]+=(?:"[^"]*"|'[^']*')\]/g, ''],
  [/\b[\w-]{40,}\b/g, '…'],
];

/** Removes queries of addresses, link tokens, e-mail addresses and strings that look like secrets from a text. */
export function scrubText(text: string): string {
  return RULES.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);
}

/** Scrubs every string of a value an SDK is about to send. */
export function scrub<T>(value: T): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (Array.isArray(value)) return value.map(scrub) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrub(item)])) as T;
}

const NAMES_ITS_PROPERTY = new Set(['TypeError', 'ReferenceError', 'RangeError']);

/**
 * Masks an error message. Parsers and databases quote their input, which may be user text. So quotations are removed,
 * except names of properties and variables in JavaScript's own errors, as are words that look like a code.
 */
export function maskMessage(type: string | undefined, message: string): string {
  const [line = ''] = message.split('\n');
  const keepsNames = NAMES_ITS_PROPERTY.has(type ?? '');
  const quoted = /"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?|「[^」]*」?/g;
  const masked = line.replace(quoted, (text) => (keepsNames && /^'[\w$]{1,40}'$/.test(text) ? text : '"…"'));
  return scrubText(masked)
    .replace(/\b[A-HJ-NP-Z2-9]{6}\b/g, '…')
    .slice(0, MESSAGE_MAX);
}

type Frame = {
  filename?: string;
  vars?: unknown;
  pre_context?: unknown;
  context_line?: unknown;
  post_context?: unknown;
};
type Exception = { type?: string; value?: string; stacktrace?: { frames?: Frame[] } };
type Reported = {
  message?: string;
  logentry?: unknown;
  exception?: { values?: Exception[] };
  request?: { url?: string };
  user?: unknown;
  extra?: unknown;
  server_name?: string;
};

/**
 * Reduces an event to the type and masked message of its errors, the stack frames in our code and the page. Mutates it.
 */
export function stripEvent<Event extends Reported>(event: Event, nameFile: (file: string) => string): Event {
  delete event.user;
  delete event.extra;
  delete event.server_name;
  delete event.logentry;
  if (event.message) event.message = maskMessage(undefined, event.message);
  if (event.request) event.request = event.request.url ? { url: scrubText(event.request.url) } : {};
  for (const exception of event.exception?.values ?? []) {
    exception.value = maskMessage(exception.type, exception.value ?? '');
    for (const frame of exception.stacktrace?.frames ?? []) {
      if (frame.filename) frame.filename = nameFile(frame.filename);
      delete frame.vars;
      delete frame.pre_context;
      delete frame.context_line;
      delete frame.post_context;
    }
  }
  return event;
}
