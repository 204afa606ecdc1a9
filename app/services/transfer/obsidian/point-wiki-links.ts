import { basename } from 'node:path/posix';
import { fragmentOf } from '#app/markdown/finish/heading-anchors.ts';
import { mayBeWiki, type WikiLink, type WikiText } from '#app/markdown/wiki-links.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import type { PlannedDocument } from '#app/services/transfer/import/plan-import.ts';
import { type Attachable, isImage, type Repointed } from '#app/services/transfer/import/repoint-links.ts';
import type { VaultNames } from '#app/services/transfer/obsidian/vault-names.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

type Place = Pick<PlannedDocument, 'id' | 'content' | 'path' | 'folder' | 'top'>;

/**
 * Rewrites Obsidian's links and embeds to Markdown: `[[Name#heading|alias]]`, `![[picture.png|300]]`. An embedded
 * document becomes a link, so that cyclic embeds end. Reports names without a match, which stay as written.
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
  const { content, links } = await orFallback(reading, (): WikiText => ({ content: source, links: [] }));
  const notTaken: NotTaken[] = [];
  const pieces: string[] = [];
  let done = 0;
  for (const link of links) {
    const written = write(link, document, names, attachments);
    if (written === null) {
      notTaken.push({ path, reason: 'name', detail: link.target });
      continue;
    }
    pieces.push(content.slice(done, link.start), written);
    done = link.end;
  }
  return { content: pieces.join('') + content.slice(done), notTaken };
}

function write(link: WikiLink, place: Place, names: VaultNames, attachments: Attachable): string | null {
  const { target, heading, alias, isEmbed } = link;
  // A block of a text has no address.
  const hash = heading && !heading.startsWith('^') ? `#${fragmentOf(heading)}` : '';
  const label = alias || asText([target, heading.replace(/^\^.*/, '')].filter(Boolean).join(' > '));
  if (!target) return hash ? `[${label}](${hash})` : null;
  const found = names.find(place, target);
  if (!found) return null;
  if ('id' in found) return `[${label}](/doc/${found.id}${hash})`;
  const url = attachments.attach(place.id, found.file);
  if (!url) return null;
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
