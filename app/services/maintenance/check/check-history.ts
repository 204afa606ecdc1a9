import { type Packed, unpack } from '#app/services/documents/pack-text.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { pagesOf } from '#app/services/maintenance/check/pages-of.ts';
import { select } from '#db/connection.ts';

type Text = { id: string; content: string };
type Row = Packed & { id: string; version: number };

const TEXTS_AT_ONCE = 100;

const readTexts = (after: string) =>
  select<Text>(
    `SELECT document_id AS id, content FROM document_texts WHERE document_id > $after
     ORDER BY document_id LIMIT ${TEXTS_AT_ONCE}`,
    { after },
  );

/** Checks that every revision can be decoded and that the newest equals the document's text. Repairs nothing. */
export async function* checkHistory(): AsyncGenerator<Finding> {
  for await (const texts of pagesOf(readTexts)) {
    const rows = await select<Row>(
      `SELECT document_id AS id, version, packing, packed FROM revisions
       WHERE document_id >= $first AND document_id <= $last ORDER BY document_id, version`,
      { first: texts[0]!.id, last: texts.at(-1)!.id },
    );
    const revisions = Map.groupBy(rows, ({ id }) => id);
    for (const text of texts) {
      const problem = problemOf(text.content, revisions.get(text.id) ?? []);
      // A save may have come between the two reads.
      if (problem && (await isStill(text.id, problem))) {
        const { version } = problem;
        if (version === null) yield finding('history', 'differs', text.id);
        else yield finding('history', 'unreadable', text.id, { detail: String(version) });
      }
    }
  }
}

/** `version` is the first that cannot be decoded; null if the newest differs from the text. */
type Problem = { version: number | null };

function problemOf(content: string, rows: Row[]): Problem | null {
  let text = '';
  for (const row of rows) {
    const next = unpacked(row, text);
    if (next === null) return { version: row.version };
    text = next;
  }
  return text === content ? null : { version: null };
}

/** Reads one document again in one statement, so that text and revisions are consistent. */
async function isStill(id: string, { version }: Problem): Promise<boolean> {
  const rows = await select<Row & { content: string }>(
    `SELECT content, version, packing, packed FROM document_texts
     LEFT JOIN revisions ON revisions.document_id = document_texts.document_id
     WHERE document_texts.document_id = $id ORDER BY version`,
    { id },
  );
  const stored = rows.filter((row) => row.version !== null);
  return rows.length > 0 && problemOf(rows[0]!.content, stored)?.version === version;
}

/** Returns null if the bytes cannot be decoded. */
function unpacked(row: Row, before: string): string | null {
  try {
    return unpack(row, before);
  } catch {
    // Any decoding error is the finding: an unreadable revision.
    return null;
  }
}
