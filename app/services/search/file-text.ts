import { Buffer } from 'node:buffer';
import { loadLazily } from '#app/markdown/load-lazily.ts';
import { indexWords, joinFields } from '#app/services/search/index-text.ts';
import { decodeText } from '#app/services/transfer/sources/decode-text.ts';
import type { FileTextProblem } from '#db/models/file-text.ts';

export type ReadFileText = { content: string; tokens: string; problem: FileTextProblem | null };

/** Maximum length of a file's text, in UTF-16 units. */
const TEXT_MAX = 400_000;
const PAGES_MAX = 1_000;

/** Reader for a file's text by extension. Of other files only the name is indexed. */
const READERS: Record<string, 'pdf' | 'word' | 'plain'> = {
  pdf: 'pdf',
  docx: 'word',
  ...Object.fromEntries(
    ['txt', 'log', 'md', 'mdx', 'csv', 'tsv', 'json', 'xml', 'yaml', 'yml', 'html', 'ics', 'vcf', 'rtf', 'tex'].map(
      (ext) => [ext, 'plain' as const],
    ),
  ),
};

export const readerOf = (ext: string): 'pdf' | 'word' | 'plain' | null => READERS[ext.toLowerCase()] ?? null;

/** Returns the tokens of a file's name, for a file whose text is not read. */
export function readFileName(name: string, problem: FileTextProblem | null = null): ReadFileText {
  return { content: '', tokens: indexWords(name), problem };
}

/** Reads the text of a file. Of PDF and Word documents this is the visible text, without macros, fields or scripts. */
export async function readFileText(name: string, ext: string, bytes: Uint8Array): Promise<ReadFileText> {
  const read = await textOf(readerOf(ext), bytes);
  if ('problem' in read) return readFileName(name, read.problem);
  const content = read.text.slice(0, TEXT_MAX).toWellFormed().replaceAll('\0', ' ');
  return { content, tokens: joinFields([indexWords(name), indexWords(content)]), problem: null };
}

type Text = { text: string } | { problem: FileTextProblem };

async function textOf(reader: ReturnType<typeof readerOf>, bytes: Uint8Array): Promise<Text> {
  if (reader === 'pdf') return textOfPdf(bytes);
  if (reader === 'word') return textOfWord(bytes);
  if (reader === null) return { text: '' };
  const decoded = decodeText(bytes);
  return 'text' in decoded ? { text: decoded.text } : { problem: 'damaged' };
}

async function textOfPdf(bytes: Uint8Array): Promise<Text> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    let text = '';
    for (let page = 1; page <= Math.min(pdf.numPages, PAGES_MAX) && text.length < TEXT_MAX; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent();
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
      text += '\n';
    }
    return { text };
  } catch (error) {
    return { problem: (error as Error).name === 'PasswordException' ? 'protected' : 'damaged' };
  }
}

async function textOfWord(bytes: Uint8Array): Promise<Text> {
  const { extractRawText } = loadLazily('mammoth') as typeof import('mammoth');
  try {
    const { value } = await extractRawText({ buffer: Buffer.from(bytes) });
    return { text: value };
  } catch {
    // The library has no specific error for a file that is not a Word document.
    return { problem: 'damaged' };
  }
}

/** Maximum bytes of distinct words in a document's files: a `tsvector` holds a mebibyte, with those of its text. */
const WORDS_MAX_BYTES = 300_000;

/**
 * Joins the tokens of a document's files up to the limit of distinct words. Cuts the file that exceeds it and omits
 * later ones.
 */
export function joinFileTokens(files: string[]): string {
  const known = new Set<string>();
  let bytes = 0;
  const fields: string[] = [];
  for (const tokens of files) {
    const words = tokens.split(' ').filter(Boolean);
    const end = words.findIndex((word) => {
      if (known.has(word)) return false;
      known.add(word);
      bytes += Buffer.byteLength(word) + 1;
      return bytes > WORDS_MAX_BYTES;
    });
    const kept = end < 0 ? words : words.slice(0, end);
    if (kept.length > 0) fields.push(` ${kept.join(' ')} `);
    if (end >= 0) break;
  }
  return joinFields(fields);
}
