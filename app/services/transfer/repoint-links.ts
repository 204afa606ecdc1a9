import { posix } from 'node:path';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import type { ImportPlan, NotTaken, PlannedDocument } from '#app/services/transfer/plan-import.ts';

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

type Repointed = { content: string; notTaken: NotTaken[] };

/**
 * Turns links between the imported files into links between their documents; nothing else of the text changes. Local
 * images cannot be taken along and are reported.
 */
export function repointLinks({ content, path, folder }: PlannedDocument, idOfPath: ImportPlan['idOfPath']): Repointed {
  const notTaken: NotTaken[] = [];
  const repointed = rewriteLinks(content, (url) => {
    if (ELSEWHERE.test(url)) return null;
    const [target = '', hash = ''] = splitHash(url);
    const wanted = resolve(folder, target);
    if (wanted === null) return null;
    const id = candidates(wanted)
      .map((candidate) => idOfPath.get(candidate))
      .find(Boolean);
    if (id) return `/doc/${id}${hash}`;
    if (IMAGE.test(wanted)) notTaken.push({ path, reason: 'image', detail: url });
    return null;
  });
  return { content: repointed, notTaken };
}

function splitHash(url: string): string[] {
  const at = url.indexOf('#');
  const path = (at < 0 ? url : url.slice(0, at)).replace(/\?.*$/, '');
  return [path, at < 0 ? '' : url.slice(at)];
}

/** The path from the imported folder's top; a leading slash means that top. Null when it leaves it or is malformed. */
function resolve(folder: string, target: string): string | null {
  try {
    const decoded = decodeURIComponent(target);
    const joined = posix.normalize(decoded.startsWith('/') ? decoded.slice(1) : posix.join(folder, decoded));
    if (joined.startsWith('..')) return null;
    return joined.replace(/\/$/, '').replace(/^\.$/, '');
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const candidates = (path: string) => [path, `${path}.md`, `${path}/index.md`, `${path}/README.md`];
