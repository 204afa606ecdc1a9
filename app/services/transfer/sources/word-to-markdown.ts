import { Buffer } from 'node:buffer';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { loadLazily } from '#app/markdown/load-lazily.ts';
import { titleOf } from '#app/markdown/title-of.ts';

type Mammoth = typeof import('mammoth');
export type WordText =
  | { markdown: string; title: string; pictures: { name: string; bytes: Uint8Array }[] }
  | { problem: 'damaged' | 'nesting' };

/** Extensions of images that can be attached. Others, such as EMF drawings, are omitted. */
const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/svg+xml': 'svg',
};
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];

/**
 * Converts a Word document to Markdown whose images refer to `folder`. Macros, fields and linked files are not read.
 */
export async function wordToMarkdown(bytes: Uint8Array, folder: string): Promise<WordText> {
  const { convertToHtml, images } = loadLazily('mammoth') as Mammoth;
  const pictures: { name: string; bytes: Uint8Array }[] = [];
  const convertImage = images.imgElement(async (image) => {
    const ending = ENDINGS[image.contentType];
    if (!ending) return { src: '' };
    const name = `picture-${pictures.length + 1}.${ending}`;
    pictures.push({ name, bytes: new Uint8Array(await image.readAsArrayBuffer()) });
    return { src: `${encodeURIComponent(folder)}/${name}` };
  });
  try {
    const { value } = await convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap: STYLES, convertImage });
    const text = htmlToMarkdown(value);
    return text ? { markdown: text.markdown, title: titleOf(text.markdown, ''), pictures } : { problem: 'nesting' };
  } catch {
    // The library has no specific error for a file that is not a Word document.
    return { problem: 'damaged' };
  }
}
