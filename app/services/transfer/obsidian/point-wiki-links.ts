import { Buffer } from 'node:buffer';
import { basename } from 'node:path/posix';
import { fragmentOf } from '#app/markdown/finish/heading-anchors.ts';
import { mayBeWiki, type WikiLink, type WikiText } from '#app/markdown/wiki-links.ts';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { type Attachable, isImage, type Repointed } from '#app/services/transfer/import/repoint-links.ts';
import type { VaultNames } from '#app/services/transfer/obsidian/vault-names.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { Slices } from '#app/threads/slices.ts';

/** A page or place in an attachment: `guide.pdf#page=3`. */
const FILE_FRAGMENT = /^[\w=&,.-]+$/;

type Place = Pick<PlannedDocument, 'id' | 'content' | 'path' | 'folder' | 'top'>;

/**
 * Rewrites Obsidian's links and embeds to Markdown: `[[Name#heading|alias]]`, `![[picture.png|300]]`. An embedded
 * document becomes a link, so that cyclic embeds end. Reports names without a match, which stay as written, and a text
 * with too many links or that would become too long, which stays as a whole.
 */
export async function pointWikiLinks(
  person: string,
  document: Place,
  names: VaultNames,
  attachments: Attachable,
): Promise<Repointed> {
  const { content: source, path } = document;
  if (!mayBeWiki(source)) return { content: source, notTaken: [] };
  const reading = runInThread(person, 'readWiki', source);
  const { content, links, hasTooMany } = await orFallback(
    reading,
    (): WikiText => ({ content: source, links: [], hasTooMany: false }),
  );
  if (hasTooMany) return tooLarge(document);
  const notTaken: NotTaken[] = [];
  const pieces: string[] = [];
  let done = 0;
  const slices = new Slices();
  for (const link of links) {
    if (slices.isDue) await slices.rest();
    const written = write(link, document, names, attachments);
    if (written === null) {
      notTaken.push({ path, reason: 'name', detail: link.target });
      continue;
    }
    pieces.push(content.slice(done, link.start), written);
    done = link.end;
  }
  const pointed = pieces.join('') + content.slice(done);
  return Buffer.byteLength(pointed) > CONTENT_MAX_BYTES ? tooLarge(document) : { content: pointed, notTaken };
}

/** Leaves a text as written, and reports it. */
const tooLarge = ({ content, path }: Place): Repointed => ({
  content,
  notTaken: [{ path, reason: 'tooLarge', detail: '' }],
});

function write(link: WikiLink, place: Place, names: VaultNames, attachments: Attachable): string | null {
  const { target, heading, alias, isEmbed } = link;
  // A block of a text has no address.
  const hash = heading && !heading.startsWith('^') ? `#${fragmentOf(heading)}` : '';
  const label = alias || asText([target, heading.replace(/^\^.*/, '')].filter(Boolean).join(' > '));
  if (!target) return hash ? `[${label}](${hash})` : null;
  const found = names.find(place, target);
  if (!found) return null;
  if ('id' in found) return `[${label}](/doc/${found.id}${hash})`;
  const address = attachments.attach(place.id, found.file);
  if (!address) return null;
  const url = FILE_FRAGMENT.test(heading) ? `${address}#${heading}` : address;
  return isEmbed && isImage(found.file) ? picture(link, url) : `[${alias || asText(basename(target))}](${url})`;
}

function picture({ target, alias, size }: WikiLink, url: string): string {
  const name = alias || basename(target);
  if (!size) return `![${alias || asText(name)}](${url})`;
  const [width, height] = size.split('x');
  const alt = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<img src="${url}" alt="${alt}" width="${width}"${height ? ` height="${height}"` : ''}>`;
}

/** Escapes Markdown syntax in a name. */
const asText = (name: string) => name.replace(/[\\`*~<>&|$]|(?<!\p{L})_|_(?!\p{L})/gu, '\\$&');
