import { posix } from 'node:path';
import type { Destination } from '#app/markdown/find-destinations.ts';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { destinationsOf } from '#app/services/documents/destinations-of.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { ImportPlan, PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import type { VaultNames } from '#app/services/transfer/obsidian/vault-names.ts';
import { Slices } from '#app/threads/slices.ts';

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;
/** Possible destinations, as written: in Markdown, and in the attribute of a tag. */
const IN_MARKDOWN = /(?:\]\(|\]:)\s*(?:<([^<>\n]*)>|([^\s<>()]*)(\(?))/g;
const IN_HTML = /\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/gi;

/** `suffix` is the query and fragment of the link. */
type Lead = { id?: string; file?: string; suffix: string };
export type Repointed = { content: string; notTaken: NotTaken[] };
type Place = Pick<PlannedDocument, 'id' | 'content' | 'path' | 'folder' | 'top'>;
/** Files of other kinds, and their address for a document; null if not accepted. */
export type Attachable = {
  has: (path: string) => boolean;
  attach: (documentId: string, path: string) => string | null;
};

/**
 * Rewrites links between imported files to their documents and attachments, and leaves the rest unchanged. With
 * `names`, a path without a match is looked up by its end. Reports local images whose file is missing.
 */
export async function repointLinks(
  person: string,
  { id: documentId, content, path, folder, top }: Place,
  idOfPath: ImportPlan['idOfPath'],
  attachments: Attachable,
  names?: VaultNames,
): Promise<Repointed> {
  const notTaken: NotTaken[] = [];
  if (!(await concerns(content, (url) => find(url) !== null))) return { content, notTaken };
  const destinations = await destinationsOf(person, content);
  const leads = await findEach(destinations, find);
  const repointed = rewriteLinks(content, destinations, (url) => {
    const found = leads.get(url) ?? null;
    if (found?.id) return `/doc/${found.id}${found.suffix}`;
    if (found?.file) {
      const address = attachments.attach(documentId, found.file);
      return address && address + found.suffix;
    }
    if (found) notTaken.push({ path, reason: 'image', detail: url });
    return null;
  });
  return { content: repointed, notTaken };

  /** Returns the document or file that a link refers to; neither for a missing image; null for other links. */
  function find(url: string): Lead | null {
    if (ELSEWHERE.test(url)) return null;
    const { target, suffix } = splitSuffix(url);
    const wanted = resolvePath(folder, target, top);
    if (wanted === null) return null;
    const known = candidates(wanted).find((candidate) => idOfPath.has(candidate));
    if (known !== undefined) return { id: idOfPath.get(known)!, suffix };
    if (attachments.has(wanted)) return { file: wanted, suffix };
    const named = names?.find({ folder, top }, decodeURIComponent(target)) ?? null;
    return named ? { ...named, suffix } : isImage(wanted) ? { suffix } : null;
  }
}

export const isImage = (path: string) => PICTURE.test(path);

/** Finds where each address leads, in slices. */
async function findEach(destinations: Destination[], find: (url: string) => Lead | null) {
  const leads = new Map<string, Lead | null>();
  const slices = new Slices();
  for (const { url } of destinations) {
    if (!leads.has(url)) leads.set(url, find(url));
    if (slices.isDue) await slices.rest();
  }
  return leads;
}

/** Tests whether a text may contain a destination of interest, without parsing, which costs as much as rendering. */
async function concerns(content: string, isOfInterest: (url: string) => boolean): Promise<boolean> {
  const isOne = (url: string) => /[\\&]/.test(url) || isOfInterest(url);
  const slices = new Slices();
  for (const [, pointed, bare = '', parenthesis] of content.matchAll(IN_MARKDOWN)) {
    if (slices.isDue) await slices.rest();
    if (parenthesis || isOne(pointed ?? bare)) return true;
  }
  for (const [, double, single, bare = ''] of content.matchAll(IN_HTML)) {
    if (slices.isDue) await slices.rest();
    if (isOne(double ?? single ?? bare)) return true;
  }
  return false;
}

/** Splits a link at its query or fragment. */
export function splitSuffix(url: string): { target: string; suffix: string } {
  const at = url.search(/[?#]/);
  return at < 0 ? { target: url, suffix: '' } : { target: url.slice(0, at), suffix: url.slice(at) };
}

/**
 * Resolves a relative link to an imported path; a leading slash refers to the top. Returns null if it leaves the top or
 * is malformed.
 */
export function resolvePath(folder: string, target: string, top: string): string | null {
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
