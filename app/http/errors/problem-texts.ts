import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { AppError, ErrorText, FieldErrors } from '#app/errors.ts';

type Issue = z.core.$ZodIssue;

/** The key in `AppError.fields` of a message about the whole call, which is no field of the answer. */
const WHOLE = '';

/** Returns the localized message of an error, with the waiting time if it contains one. */
export function errorText(t: TFunction, error: AppError): string {
  const own = error.fields?.[WHOLE]?.[0];
  if (own) return sentence(t, own);
  const wait = waitText(t, error.retryAfterSeconds ?? 0);
  const { reason } = error;
  // Each of these texts uses only its own values.
  if (reason)
    return t(`reasons.${reason.key}`, { wait, group: '', left: 0, ...('values' in reason ? reason.values : {}) });
  return t(`errors.${error.error}`, { wait });
}

/** Returns the waiting time in a readable unit, rounded up. */
export function waitText(t: TFunction, seconds: number): string {
  if (seconds <= 90) return t('wait.second', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return t('wait.minute', { count: minutes });
  return t('wait.hour', { count: Math.ceil(minutes / 60) });
}

/** Returns the messages of fields; undefined if the error is about none. */
export function fieldTexts(t: TFunction, fields: FieldErrors | undefined): Record<string, string[]> | undefined {
  const named = Object.entries(fields ?? {}).filter(([name]) => name !== WHOLE);
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map(([name, texts]) => [name, texts.map((text) => sentence(t, text))]));
}

function sentence(t: TFunction, { key, values }: ErrorText): string {
  const joined = Object.entries(values ?? {}).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.join(t('phrase.separator')) : value];
  });
  return t(`validation.${key}` as 'validation.required', Object.fromEntries(joined));
}

/** Returns the message of a zod issue: the schema's key, or the generic message of its kind (specification §5). */
export function issueText(t: TFunction, issue: Issue): string {
  const isOwnKey = /^[a-z][\w]*(\.[\w]+)*$/.test(issue.message) && issue.message !== 'Required';
  if (isOwnKey) return sentence(t, { key: issue.message });
  const { key, values = {} } = generic(issue);
  if (key !== 'type') return sentence(t, { key, values });
  const { expected, received } = values;
  return sentence(t, { key, values: { expected: typeName(t, expected), received: typeName(t, received) } });
}

const typeName = (t: TFunction, type: unknown): string =>
  t(`validation.types.${type}` as 'validation.types.string', { defaultValue: String(type) });

function generic(issue: Issue): ErrorText {
  switch (issue.code) {
    case 'invalid_type': {
      // Zod issues do not contain the value; the message names its type.
      const received = /received (\w+)/.exec(issue.message)?.[1] ?? 'undefined';
      if (received === 'undefined') return { key: 'required' };
      if (issue.expected === 'int') return { key: 'type', values: { expected: 'integer', received: 'float' } };
      // Form fields for numbers contain strings.
      return { key: 'type', values: { expected: issue.expected, received: received === 'NaN' ? 'string' : received } };
    }
    case 'too_small':
      return { key: `tooSmall.${kindOf(issue.origin)}`, values: { minimum: String(issue.minimum) } };
    case 'too_big':
      return { key: `tooBig.${kindOf(issue.origin)}`, values: { maximum: String(issue.maximum) } };
    case 'invalid_value':
      return { key: 'enum' };
    case 'not_multiple_of':
      return { key: 'multipleOf', values: { divisor: String(issue.divisor) } };
    case 'invalid_format':
      return formatText(issue);
    default:
      return { key: 'invalid' };
  }
}

function formatText({ format, ...detail }: z.core.$ZodIssueInvalidStringFormat): ErrorText {
  const { prefix, suffix } = detail as { prefix?: string; suffix?: string };
  if (format === 'datetime' || format === 'date') return { key: 'date' };
  if (format === 'starts_with') return { key: 'startsWith', values: { prefix: prefix ?? '' } };
  if (format === 'ends_with') return { key: 'endsWith', values: { suffix: suffix ?? '' } };
  return { key: 'invalid' };
}

const kindOf = (origin: string) => (origin === 'string' ? 'string' : origin === 'array' ? 'array' : 'number');

/** Converts zod issues to the contract's `errors`: field → messages. */
export function issueTexts(t: TFunction, issues: Issue[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.join('.');
    const text = issueText(t, issue);
    texts[name] ??= [];
    // Two rules can have one sentence: the limit of whole numbers and a field's own.
    if (!texts[name].includes(text)) texts[name].push(text);
  }
  return texts;
}
