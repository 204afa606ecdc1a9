import type { Document } from 'yaml';
import { loadLazily } from '#app/markdown/load-lazily.ts';
import { withinTime } from '#app/markdown/within-time.ts';

type Yaml = typeof import('yaml');

/** YAML front matter. `bodyStart` is the offset after its closing line, 0 if absent. */
export interface FrontMatter {
  title?: string;
  data: Record<string, unknown>;
  bodyStart: number;
}

const MOST_CHARACTERS = 64 * 1024;
/** Limits alias expansion, as ten lines of YAML can expand to billions of values. */
const MOST_ALIASES = 50;
/** A kilobyte of nested keys can occupy the parser for minutes. */
const DEADLINE_MILLISECONDS = 1_000;
/** Deadline for finding only the end of the front matter, which every rendering does. */
const QUICK_DEADLINE_MILLISECONDS = 50;

const opening = /^\uFEFF?---[ \t]*\r?\n/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops `__proto__`, which could pollute the prototype of an object the data is copied to. */
function withoutPrototype(key: unknown, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

/** First line of a mapping: `key:`, `? key` or `{`. Rejects most other text without parsing. */
const MAPPING_START = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:[ \t]*(?:#.*)?$|[ \t]*(?:[?{"'&!%]|[^\n]*:(?:[ \t\r\n]|$)))/;

/**
 * Parses a YAML mapping. Returns an empty one for a text without a value, null for anything else. A timeout counts as
 * empty, so that a busy machine never shows front matter as text.
 */
function parseMapping(yaml: string, deadline: number): Record<string, unknown> | null {
  if (yaml.length > MOST_CHARACTERS || !MAPPING_START.test(yaml)) return null;
  try {
    const { isMap, parseDocument } = loadLazily('yaml') as Yaml;
    return withinTime(deadline, () => {
      const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent', prettyErrors: false });
      if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
      return readValues(document);
    });
  } catch (error) {
    // Any other error means nesting beyond the stack.
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? {} : null;
  }
}

function readValues(document: Document): Record<string, unknown> {
  try {
    const data: unknown = document.toJS({ maxAliasCount: MOST_ALIASES, reviver: withoutPrototype });
    return isRecord(data) ? data : {};
  } catch {
    // Too many aliases: treat the front matter as empty.
    return {};
  }
}

/** Reads YAML between `---` lines at the very beginning. Anything but a mapping counts as ordinary text. */
export function readFrontMatter(source: string, deadline = DEADLINE_MILLISECONDS): FrontMatter {
  const none: FrontMatter = { data: {}, bodyStart: 0 };
  const open = opening.exec(source);
  if (open === null) return none;
  const closing = /^---[ \t]*\r?$\n?/gm;
  closing.lastIndex = open[0].length;
  const close = closing.exec(source);
  if (close === null) return none;
  const data = parseMapping(source.slice(open[0].length, close.index), deadline);
  if (data === null) return none;
  const frontMatter: FrontMatter = { data, bodyStart: close.index + close[0].length };
  if (typeof data.title === 'string' || typeof data.title === 'number') frontMatter.title = String(data.title);
  return frontMatter;
}

/** Returns the offset after the front matter, 0 without one. */
export const endOfFrontMatter = (source: string): number =>
  readFrontMatter(source, QUICK_DEADLINE_MILLISECONDS).bodyStart;
