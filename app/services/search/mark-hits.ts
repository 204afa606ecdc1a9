import type { Actor } from '#app/services/actor.ts';
import { describeAttachments, findFiles, type MatchingFile } from '#app/services/search/find-attachments.ts';
import { type Marked, makeSnippets, type Searched } from '#app/services/search/make-snippet.ts';
import type { PlainHit, SearchHit } from '#app/services/search/search-documents.ts';
import type { Query } from '#app/services/search/tokenize.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { select } from '#db/connection.ts';
import { isListed } from '#db/query.ts';

/** Texts of up to this many UTF-16 units in total are marked within 10 ms. */
const SHORT = 64 * 1024;
/** UTF-16 units shown of a text that exceeds the marking budget. */
const BEGINNING = 1000;
const MARK = '<mark>';

/** `files` are those of all hits; without them, those of hits that nothing else explains are read. */
type Asked = { query: Query; files: MatchingFile[] | undefined };

/**
 * Adds passage and title with marked matches. If only the source matches, adds a passage of the source without the
 * marks of Markdown.
 */
export async function markHits(
  actor: Actor,
  hits: PlainHit[],
  { query, files }: Asked,
): Promise<Omit<SearchHit, 'path'>[]> {
  const marked = await mark(actor, hits, query);
  const without = hits.filter(
    (_, nth) => !marked[nth]!.snippet.includes(MARK) && !marked[nth]!.markedTitle.includes(MARK),
  );
  const sources = await markedSources(actor, without, query);
  // A single word that occurs in the document itself needs no file to explain the hit.
  const unexplained = without.filter(({ id }) => !sources.has(id)).map(({ id }) => id);
  const named = files ?? (await findFiles(unexplained, query));
  const attachments = await describeAttachments(actor.id, named, query);
  return hits.map(({ plainText: _, ...entry }, nth) => {
    const { snippet, markedTitle, fragment } = marked[nth]!;
    const source = sources.get(entry.id);
    const passage = source ? null : passageOf(snippet);
    return {
      ...entry,
      snippet: source ?? snippet,
      markedTitle,
      passage,
      fragment,
      attachments: attachments.get(entry.id) ?? [],
    };
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the first marked words of a snippet as unescaped text, extended to whole words. */
function passageOf(snippet: string): string | null {
  const [match] = /[^\s<>]*<mark>[^<]*<\/mark>(?:[^\s<>]|<\/?mark>)*/.exec(snippet) ?? [];
  if (!match) return null;
  const text = match.replace(/<\/?mark>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]!);
  return text.replace(/^…|…$/g, '');
}

async function markedSources(actor: Actor, hits: PlainHit[], query: Query): Promise<Map<string, string>> {
  if (hits.length === 0) return new Map();
  const rows = await select<{ id: string; plainText: string }>(
    `SELECT document_id AS id, content AS "plainText" FROM document_texts WHERE ${isListed('document_id', 'ids')}`,
    { ids: JSON.stringify(hits.map(({ id }) => id)) },
  );
  const marked = await mark(
    actor,
    rows.map(({ plainText }) => ({ plainText, title: '', isSource: true })),
    query,
  );
  const found = rows.map(({ id }, nth): [string, string] => [id, marked[nth]!.snippet]);
  return new Map(found.filter(([, snippet]) => snippet.includes(MARK)));
}

async function mark(actor: Actor, hits: Searched[], query: Query): Promise<Marked[]> {
  const found = hits.map(({ plainText, title, isSource = false }) => ({ plainText, title, isSource }));
  const units = found.reduce((sum, { plainText }) => sum + plainText.length, 0);
  if (units <= SHORT) return makeSnippets(found, query);
  return orFallback(runInThread(actor.id, 'makeSnippets', found, query), () =>
    makeSnippets(
      found.map((one) => ({ ...one, plainText: one.plainText.slice(0, BEGINNING) })),
      query,
    ),
  );
}
