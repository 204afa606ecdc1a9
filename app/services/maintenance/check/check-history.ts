import { type Packed, unpack } from '#app/services/documents/pack-text.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { select } from '#db/connection.ts';

type Row = Packed & { version: number };

/** Checks that every revision can be decoded and that the newest equals the document's text. Repairs nothing. */
export async function* checkHistory(): AsyncGenerator<Finding> {
  const documents = await select<{ id: string; content: string }>(
    'SELECT document_id AS id FROM document_texts ORDER BY document_id',
  );
  for (const { id } of documents) {
    const rows = await select<Row>(
      'SELECT version, packing, packed FROM revisions WHERE document_id = $id ORDER BY version',
      { id },
    );
    let text = '';
    let broken: number | null = null;
    for (const row of rows) {
      const next = unpacked(row, text);
      if (next === null) broken ??= row.version;
      else text = next;
    }
    const [current] = await select<{ content: string }>('SELECT content FROM document_texts WHERE document_id = $id', {
      id,
    });
    if (broken !== null) yield finding('history', 'unreadable', id, { detail: String(broken) });
    else if (current && current.content !== text) yield finding('history', 'differs', id);
  }
}

/** Returns null for bytes that cannot be decoded. */
function unpacked(row: Row, before: string): string | null {
  try {
    return unpack(row, before);
  } catch {
    // Any decoding error means an unreadable revision: that is the finding.
    return null;
  }
}
