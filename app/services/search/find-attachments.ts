import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { makeSnippet, markMatches } from '#app/services/search/make-snippet.ts';
import type { Query, Term } from '#app/services/search/tokenize.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { findFileWords } from '#db/queries/file-texts.ts';

/** A file that matches the query. `markedName` and `snippet` are escaped HTML; a file without text has no snippet. */
export type FoundAttachment = {
  fileId: string;
  name: string;
  downloadUrl: string;
  markedName: string;
  snippet: string | null;
};
export type FileWords = Awaited<ReturnType<typeof findFileWords>>[number];

/** Maximum number of files listed for one hit. */
const NAMED_MAX = 3;

/** Reads the files of documents with their words. */
export const findFiles = async (documentIds: string[]): Promise<FileWords[]> =>
  documentIds.length === 0 ? [] : findFileWords({ ids: JSON.stringify(documentIds) });

/** Returns the matching attachments by document, those with most matching terms first. */
export async function findAttachments(
  person: string,
  files: FileWords[],
  query: Query,
): Promise<Map<string, FoundAttachment[]>> {
  if (files.length === 0 || query.include.length === 0) return new Map();
  return new Map(Object.entries(await runInThread(person, 'chooseAttachments', files, query)));
}

const holds = (tokens: string, ways: Term) =>
  ways.some((way) => tokens.includes(` ${way.tokens.join(' ')}${way.prefix ? '' : ' '}`));

/** Selects the files to list for each document and marks their matches. */
export function chooseAttachments(files: FileWords[], query: Query): Record<string, FoundAttachment[]> {
  const counted = files.map((file) => ({
    file,
    terms: query.include.filter((ways) => holds(file.tokens, ways)).length,
  }));
  const chosen: Record<string, FoundAttachment[]> = {};
  for (const { file } of counted.filter(({ terms }) => terms > 0).sort((one, other) => other.terms - one.terms)) {
    const named = chosen[file.documentId] ?? [];
    chosen[file.documentId] = named;
    if (named.length >= NAMED_MAX) continue;
    const snippet = makeSnippet(file.content, query);
    named.push({
      fileId: file.id,
      name: file.name,
      downloadUrl: downloadUrlOf(file.id),
      markedName: markMatches(file.name, query),
      snippet: snippet.includes('<mark>') ? snippet : null,
    });
  }
  return chosen;
}
