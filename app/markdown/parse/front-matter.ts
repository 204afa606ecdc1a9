import { loadLater } from '#app/markdown/load-later.ts';

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
    const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent', prettyErrors: false });
    if (document.errors.length > 0) return {};
    const data: unknown = document.toJS({ maxAliasCount: MOST_ALIASES, reviver: withoutPrototype });
    return isRecord(data) ? data : {};
  } catch {
    // Too many aliases, or nested beyond the stack: a head that says nothing.
    return {};
  }
}

/** Reads the YAML between `---` lines at the very beginning. A head that is no YAML mapping counts as empty, not as text. */
export function readFrontMatter(source: string): FrontMatter {
  const open = opening.exec(source);
  if (open === null) return { data: {}, bodyStart: 0 };
  const closing = /^---[ \t]*\r?$\n?/gm;
  closing.lastIndex = open[0].length;
  const close = closing.exec(source);
  if (close === null) return { data: {}, bodyStart: 0 };
  const data = parseYaml(source.slice(open[0].length, close.index));
  const frontMatter: FrontMatter = { data, bodyStart: close.index + close[0].length };
  if (typeof data.title === 'string' || typeof data.title === 'number') frontMatter.title = String(data.title);
  return frontMatter;
}
