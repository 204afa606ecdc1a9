import { posix } from 'node:path';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/plan-import.ts';

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;
/** Whatever could be a destination, as written: in Markdown, and in the attribute of a tag. */
const IN_MARKDOWN = /(?:\]\(|\]:)\s*(?:<([^<>\n]*)>|([^\s<>()]*)(\(?))/g;
const IN_HTML = /\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/gi;

type Repointed = { content: string; notTaken: NotTaken[] };
type Place = Pick<PlannedDocument, 'content' | 'path' | 'folder' | 'top'>;

/**
 * Turns links between the imported files into links between their documents; nothing else of the text changes. Local
 * images that came without their file are reported; those with one (`others`) are told about once, as files.
 */
export function repointLinks(
  { content, path, folder, top }: Place,
  idOfPath: ImportPlan['idOfPath'],
  others: ReadonlySet<string> = new Set(),
): Repointed {
  const notTaken: NotTaken[] = [];
  if (!concerns(content, (url) => find(url) !== null)) return { content, notTaken };
  const repointed = rewriteLinks(content, (url) => {
    const found = find(url);
    if (found?.id) return `/doc/${found.id}${found.hash}`;
    if (found) notTaken.push({ path, reason: 'image', detail: url });
    return null;
  });
  return { content: repointed, notTaken };

  /** The document a link leads to, or the picture that is missing (`id` null); null for every other link. */
  function find(url: string): { id: string | null; hash: string } | null {
    if (ELSEWHERE.test(url)) return null;
    const [target = '', hash = ''] = splitHash(url);
    const wanted = resolve(folder, target, top);
    if (wanted === null) return null;
    const known = candidates(wanted).find((candidate) => idOfPath.has(candidate));
    if (known !== undefined) return { id: idOfPath.get(known)!, hash };
    return IMAGE.test(wanted) && !others.has(wanted) ? { id: null, hash } : null;
  }
}

/** Whether a text may hold a link of this kind: only then it is parsed, which costs as much as rendering it. */
function concerns(content: string, isOfInterest: (url: string) => boolean): boolean {
  const isOne = (url: string) => /[\\&]/.test(url) || isOfInterest(url);
  for (const [, pointed, bare = '', parenthesis] of content.matchAll(IN_MARKDOWN)) {
    if (parenthesis || isOne(pointed ?? bare)) return true;
  }
  for (const [, double, single, bare = ''] of content.matchAll(IN_HTML)) {
    if (isOne(double ?? single ?? bare)) return true;
  }
  return false;
}

function splitHash(url: string): string[] {
  const at = url.indexOf('#');
  const path = (at < 0 ? url : url.slice(0, at)).replace(/\?.*$/, '');
  return [path, at < 0 ? '' : url.slice(at)];
}

/** The path among the imported; a leading slash means the top. Null when it leaves that or is malformed. */
function resolve(folder: string, target: string, top: string): string | null {
  try {
    const decoded = decodeURIComponent(target);
    const joined = decoded.startsWith('/') ? posix.join(top, decoded) : posix.join(folder, decoded);
    const path = posix.normalize(joined).replace(/^\//, '');
    if (path.startsWith('..') || !`${path}/`.startsWith(top && `${top}/`)) return null;
    return path.replace(/\/$/, '').replace(/^\.$/, '');
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const candidates = (path: string) => [path, `${path}.md`, `${path}/index.md`, `${path}/README.md`];
