// What may leave this installation for an error reporting service. Server and browser send through the same rules.

/** Specification §9. */
export const SAMPLING = { traces: 0.2, replay: 0.1, replayOnError: 1 } as const;
export const ENVIRONMENT = 'production';

const MESSAGE_MAX = 300;

/** The path of a page as it is tagged: without query and fragment, and of a public link not the token, which is its key. */
export function maskPath(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/^\/s\/[^/]+/, '/s/…');
}

const RULES: [RegExp, string][] = [
  // The query and fragment of an address: words searched for, tokens, codes.
  [/((?:[a-z][\w+.-]*:\/\/|\/)[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, '$1'],
  // Who it is that may come in with an address of the form user:password@host.
  [/(\/\/)[^\s/@]+@/g, '$1'],
  [/(\/s\/)[^/\s"'<>]+/g, '$1…'],
  [/\barbor_[\w-]+/g, '…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '…'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, '…'],
  // Attributes of an element, as an SDK writes the way to it: names of documents are among them.
  [/\[[\w-]+=(?:"[^"]*"|'[^']*')\]/g, ''],
  [/\b[\w-]{40,}\b/g, '…'],
];

/** A text without addresses' queries, link tokens, e-mail addresses and secrets by their form. */
export function scrubText(text: string): string {
  return RULES.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);
}

/** Whatever an SDK is about to send, every string of it scrubbed. */
export function scrub<T>(value: T): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (Array.isArray(value)) return value.map(scrub) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrub(item)])) as T;
}

const NAMES_ITS_PROPERTY = new Set(['TypeError', 'ReferenceError', 'RangeError']);

/**
 * The message of an error. Parsers and databases quote what they were given, which may be anybody's text: quotations go,
 * but for the names of properties and variables in the language's own errors. So do words in the form of a code.
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

/** What is left of an event: kind and masked message of its errors, where in our code, on which page. Changes it. */
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
