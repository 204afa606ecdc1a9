import type { Document } from 'yaml';
import { loadLater } from '#app/markdown/load-later.ts';
import { withinTime } from '#app/markdown/within-time.ts';

type Yaml = typeof import('yaml');

/** A document's YAML head. `bodyStart` is the offset behind its closing line, 0 where there is none. */
export interface FrontMatter {
  title?: string;
  data: Record<string, unknown>;
  bodyStart: number;
}

const MOST_CHARACTERS = 64 * 1024;
/** Aliases let ten lines of YAML stand for billions of values. */
const MOST_ALIASES = 50;
/** A kilobyte of nested keys keeps the parser busy for minutes. */
const DEADLINE_MILLISECONDS = 100;

const opening = /^\uFEFF?---[ \t]*\r?\n/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops the one key that would reach into the prototype of whatever the data is later copied to. */
function withoutPrototype(key: unknown, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

/** The mapping a YAML text is, empty for a text without a value; null for anything else. */
function parseMapping(yaml: string): Record<string, unknown> | null {
  if (yaml.length > MOST_CHARACTERS) return null;
  try {
    const { isMap, parseDocument } = loadLater('yaml') as Yaml;
    return withinTime(DEADLINE_MILLISECONDS, () => {
      const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent', prettyErrors: false });
      if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
      return readValues(document);
    });
  } catch {
    // Nested beyond the stack, or the deadline.
    return null;
  }
}

function readValues(document: Document): Record<string, unknown> {
  try {
    const data: unknown = document.toJS({ maxAliasCount: MOST_ALIASES, reviver: withoutPrototype });
    return isRecord(data) ? data : {};
  } catch {
    // Too many aliases: a head that says nothing.
    return {};
  }
}

/** Reads the YAML between `---` lines at the very beginning. What is no mapping is text like any other. */
export function readFrontMatter(source: string): FrontMatter {
  const none: FrontMatter = { data: {}, bodyStart: 0 };
  const open = opening.exec(source);
  if (open === null) return none;
  const closing = /^---[ \t]*\r?$\n?/gm;
  closing.lastIndex = open[0].length;
  const close = closing.exec(source);
  if (close === null) return none;
  const data = parseMapping(source.slice(open[0].length, close.index));
  if (data === null) return none;
  const frontMatter: FrontMatter = { data, bodyStart: close.index + close[0].length };
  if (typeof data.title === 'string' || typeof data.title === 'number') frontMatter.title = String(data.title);
  return frontMatter;
}

/** The offset behind the head, 0 where there is none. */
export const endOfFrontMatter = (source: string): number => readFrontMatter(source).bodyStart;
