import { z } from 'zod';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { linkLabel } from '#app/schemas/link-label.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { type SourceText, sourceOf } from '#app/services/transfer/sources/source-text.ts';

/** The file that describes BookStack's portable zip. */
export const BOOKSTACK_DATA = 'data.json';

const id = z.number();
const name = z.string().default('');
const html = z.string().nullish();
const priority = z.number().nullish();
const tags = z.array(z.object({ name, value: z.string().nullish() })).nullish();
const attachment = z.object({ id: id.nullish(), name, link: z.string().nullish(), file: z.string().nullish() });
const image = z.object({ id: id.nullish(), name, file: z.string() });
const page = z.object({
  id: id.nullish(),
  name,
  html,
  markdown: z.string().nullish(),
  priority,
  attachments: z.array(attachment).nullish(),
  images: z.array(image).nullish(),
  tags,
});
const chapter = z.object({
  id: id.nullish(),
  name,
  description_html: html,
  priority,
  pages: z.array(page).nullish(),
  tags,
});
const book = z.object({
  id: id.nullish(),
  name,
  description_html: html,
  cover: z.string().nullish(),
  chapters: z.array(chapter).nullish(),
  pages: z.array(page).nullish(),
  tags,
});
const portable = z.object({ book: book.nullish(), chapter: chapter.nullish(), page: page.nullish() });

type Page = z.infer<typeof page>;
type Item = { kind: 'book' | 'chapter' | 'page'; path: string; value: z.infer<typeof book> & Partial<Page> };

/**
 * Reads the data of a portable zip as texts below `top`, ordered by their priorities. Its references become links
 * between the texts. Returns null for other JSON.
 */
export function readBookstack(top: string, bytes: Uint8Array): (SourceText | NotTaken)[] | null {
  const parsed = portable.safeParse(parseJson(bytes));
  if (!parsed.success) return null;
  const items = listItems(top, parsed.data);
  if (items.length === 0) return null;
  const places = placesOf(top, items);
  return items.map((item) => textOf(top, item, places));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function listItems(top: string, data: z.infer<typeof portable>): Item[] {
  const pagesOf = (folder: string, pages: Page[], from = 0) =>
    pages
      .toSorted(byPriority)
      .map((value, nth): Item => ({ kind: 'page', path: `${folder}/${number(nth + from)}.md`, value }));
  const chapterAt = (folder: string, value: z.infer<typeof chapter>): Item[] => [
    { kind: 'chapter', path: `${folder}/index.md`, value },
    ...pagesOf(folder, value.pages ?? []),
  ];
  if (data.page) return pagesOf(top, [data.page]);
  if (data.chapter) return chapterAt(`${top}/1`, data.chapter);
  if (!data.book) return [];
  const children = [
    ...(data.book.chapters ?? []).map((value) => ({ isChapter: true as const, value, priority: value.priority })),
    ...(data.book.pages ?? []).map((value) => ({ isChapter: false as const, value, priority: value.priority })),
  ].toSorted(byPriority);
  const below = children.flatMap((child, nth) =>
    child.isChapter ? chapterAt(`${top}/1/${number(nth)}`, child.value) : pagesOf(`${top}/1`, [child.value], nth),
  );
  return [{ kind: 'book', path: `${top}/1/index.md`, value: data.book }, ...below];
}

const byPriority = (one: { priority?: number | null | undefined }, other: { priority?: number | null | undefined }) =>
  (one.priority ?? 0) - (other.priority ?? 0);
const number = (nth: number) => String(nth + 1).padStart(5, '0');

/** Returns the target paths of references (`page:12`), relative to the top of the archive. */
function placesOf(top: string, items: Item[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const { kind, path, value } of items) {
    if (value.id != null) places.set(`${kind}:${value.id}`, path.slice(top.length));
    for (const { id: nth, file } of value.images ?? [])
      places.set(`image:${nth}`, `/files/${encodeURIComponent(file)}`);
    for (const { id: nth, file, link } of value.attachments ?? []) {
      const to = file ? `/files/${encodeURIComponent(file)}` : link;
      if (to) places.set(`attachment:${nth}`, to);
    }
  }
  return places;
}

const REFERENCE = /\[\[bsexport:(\w+):(\d+)\]\]/g;

function textOf(top: string, { path, value }: Item, places: Map<string, string>): SourceText | NotTaken {
  const pointed = (text: string) =>
    text.replace(REFERENCE, (whole, kind, nth) => places.get(`${kind}:${nth}`) ?? whole);
  const page = value.markdown ? null : htmlToMarkdown(pointed(value.html ?? value.description_html ?? ''));
  if (!value.markdown && !page) return { path, reason: 'nesting', detail: value.name };
  const attached = (value.attachments ?? []).flatMap(({ name: label, file, link }) => {
    const url = file ? `/files/${encodeURIComponent(file)}` : link;
    return url ? [`- [${linkLabel(label)}](<${url.replace(/[<>]/g, encodeURIComponent)}>)`] : [];
  });
  const known = (value.tags ?? []).map((tag) => (tag.value ? `${tag.name}: ${tag.value}` : tag.name)).filter(Boolean);
  const head = known.length > 0 ? `---\ntags: ${JSON.stringify(known)}\n---\n\n` : '';
  const body = value.markdown ? pointed(value.markdown) : page!.markdown;
  const content = head + [body.trimEnd(), attached.join('\n')].filter(Boolean).join('\n\n');
  const cover = value.cover ? { url: `/files/${encodeURIComponent(value.cover)}`, scrollY: 50 } : null;
  const title = [...value.name.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, 250).join('');
  return sourceOf(path, content ? `${content}\n` : '', () => title || path.slice(top.length + 1), { cover });
}
