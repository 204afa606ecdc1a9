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
const DEADLINE_MILLISECONDS = 1_000;

const opening = /^\uFEFF?---[ \t]*\r?\n/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops the one key that would reach into the prototype of whatever the data is later copied to. */
function withoutPrototype(key: unknown, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function parseYaml(yaml: string): Record<string, unknown> {
  if (yaml.length > MOST_CHARACTERS) return {};
  try {
    const { parseDocument } = loadLater('yaml') as Yaml;
    const data = withinTime(DEADLINE_MILLISECONDS, (): unknown => {
      const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent', prettyErrors: false });
      if (document.errors.length > 0) return {};
      return document.toJS({ maxAliasCount: MOST_ALIASES, reviver: withoutPrototype });
    });
    return isRecord(data) ? data : {};
  } catch {
    // Too many aliases, nested beyond the stack, or the deadline: a head that says nothing.
    return {};
  }
}

type Head = { yamlStart: number; yamlEnd: number; bodyStart: number };

function findHead(source: string): Head | null {
  const open = opening.exec(source);
  if (open === null) return null;
  const closing = /^---[ \t]*\r?$\n?/gm;
  closing.lastIndex = open[0].length;
  const close = closing.exec(source);
  return close && { yamlStart: open[0].length, yamlEnd: close.index, bodyStart: close.index + close[0].length };
}

/** The offset behind the head, 0 where there is none; without reading it. */
export const endOfFrontMatter = (source: string): number => findHead(source)?.bodyStart ?? 0;

/** Reads the YAML between `---` lines at the very beginning. A head that is no YAML mapping counts as empty, not as text. */
export function readFrontMatter(source: string): FrontMatter {
  const head = findHead(source);
  if (head === null) return { data: {}, bodyStart: 0 };
  const data = parseYaml(source.slice(head.yamlStart, head.yamlEnd));
  const frontMatter: FrontMatter = { data, bodyStart: head.bodyStart };
  if (typeof data.title === 'string' || typeof data.title === 'number') frontMatter.title = String(data.title);
  return frontMatter;
}
