import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { makeSnippet, markMatches } from '#app/services/search/make-snippet.ts';
import type { Query } from '#app/services/search/tokenize.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { findFileContents, findMatchingFiles } from '#db/queries/file-texts.ts';

/** A file that matches the query. `markedName` and `snippet` are escaped HTML; a file without text has no snippet. */
export type FoundAttachment = {
  fileId: string;
  name: string;
  downloadUrl: string;
  markedName: string;
  snippet: string | null;
};
export type MatchingFile = Awaited<ReturnType<typeof findMatchingFiles>>[number];

/** Maximum number of files listed for one hit. */
const NAMED_MAX = 3;
/** Characters of a file in which a snippet is sought, and files read at a time: bounds the memory of a search. */
const CONTENT_MAX = 200_000;
const AT_ONCE = 12;

/** Finds the matching files to name for each document, those with most matching terms first. */
export async function findFiles(documentIds: string[], { include }: Query): Promise<MatchingFile[]> {
  if (documentIds.length === 0 || include.length === 0) return [];
  const ways = include.flatMap((term, nth) =>
    term.map(({ tokens, prefix }) => ({ term: nth, text: ` ${tokens.join(' ')}${prefix ? '' : ' '}` })),
  );
  return findMatchingFiles({ ids: JSON.stringify(documentIds), ways: JSON.stringify(ways), named: NAMED_MAX });
}

/** Returns the attachments by document with their matches marked. A text that takes too long has no snippet. */
export async function describeAttachments(
  person: string,
  files: MatchingFile[],
  query: Query,
): Promise<Map<string, FoundAttachment[]>> {
  const found = new Map<string, FoundAttachment[]>();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const ids = JSON.stringify(some.map(({ id }) => id));
    const contents = new Map(
      (await findFileContents({ ids, length: CONTENT_MAX })).map(({ id, content }) => [id, content]),
    );
    const texts = some.map(({ id }) => contents.get(id) ?? '');
    const snippets = await orFallback(runInThread(person, 'snippetsOfFiles', texts, query), () => []);
    for (const [nth, { id, documentId, name }] of some.entries()) {
      const attachment = {
        fileId: id,
        name,
        downloadUrl: downloadUrlOf(id),
        markedName: markMatches(name, query),
        snippet: snippets[nth] ?? null,
      };
      found.set(documentId, [...(found.get(documentId) ?? []), attachment]);
    }
  }
  return found;
}

/** Makes a snippet of each text that contains a match; null for the others. */
export function snippetsOfFiles(texts: string[], query: Query): (string | null)[] {
  return texts.map((text) => {
    const snippet = makeSnippet(text, query);
    return snippet.includes('<mark>') ? snippet : null;
  });
}
