// The work of a save without a framework, as the baseline of `--only saves`: render, index, encode the revision, write
// rows of the product's shape in one durable transaction. Usage: node save-straight.ts DATA_DIR NUMBER FIRST_TEXT.
// Prints the milliseconds of each save as JSON.
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { deriveText } from '#app/services/documents/derive-text.ts';
import { packChange } from '#app/services/documents/pack-text.ts';
import { indexWords } from '#app/services/search/index-text.ts';
import { wholeTexts } from '#tests/bench/saved-texts.ts';

const WARM_UP = 80;
const [dataDir, count, firstText] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];

const database = new sqlite3.Database(join(dataDir, 'arbor.sqlite'));
const exec = (sql: string) =>
  new Promise<void>((resolve, reject) => {
    database.exec(sql, (error) => (error ? reject(error) : resolve()));
  });
const compiled = new Map<string, sqlite3.Statement>();
function all<Row>(sql: string, values: unknown[]): Promise<Row[]> {
  const statement = compiled.get(sql) ?? database.prepare(sql);
  compiled.set(sql, statement);
  return new Promise((resolve, reject) => {
    statement.all<Row>(values, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

type Head = { id: string; rowid: number; title: string; version: number; owner: string; content: string };

async function save(head: Head, content: string): Promise<void> {
  const derived = deriveText(content);
  const { packing, packed } = packChange(head.content, content);
  const version = head.version + 1;
  const { headings, body, written } = derived.indexed;
  const title = indexWords(head.title);
  const now = Date.now();
  await all('BEGIN IMMEDIATE', []);
  await all('UPDATE documents SET version = ?, updated_at = ?, updated_by = ? WHERE id = ? AND version = ?', [
    version,
    now,
    head.owner,
    head.id,
    head.version,
  ]);
  await all(
    `UPDATE document_texts SET content = ?, html = ?, outline = ?, plain_text = ?, words = ?, reading_seconds = ?,
       render_version = ? WHERE document_id = ?`,
    [
      content,
      derived.html,
      derived.outline,
      derived.plainText,
      derived.words,
      derived.readingSeconds,
      derived.renderVersion,
      head.id,
    ],
  );
  await all('DELETE FROM document_index WHERE rowid = ?', [head.rowid]);
  await all('INSERT INTO document_index (rowid, title, body, written, files) VALUES (?, ?, ?, ?, ?)', [
    head.rowid,
    title,
    body,
    written,
    '',
  ]);
  await all('UPDATE document_index_tokens SET headings = ?, body = ?, written = ? WHERE id = ?', [
    headings,
    body,
    written,
    head.rowid,
  ]);
  await all(
    `INSERT INTO revisions (id, document_id, version, title, packing, packed, author_id, folded, removed, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
    [
      `c${crypto.randomUUID().replaceAll('-', '').slice(9)}`,
      head.id,
      version,
      head.title,
      packing,
      packed,
      head.owner,
      now,
    ],
  );
  await all('COMMIT', []);
  Object.assign(head, { version, content });
}

await exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -4000;');
const heads = await all<Head>(
  `SELECT documents.id, ids.id AS rowid, documents.title, documents.version, documents.owner_id AS owner, texts.content
   FROM documents JOIN document_texts AS texts ON texts.document_id = documents.id
   JOIN document_index_ids AS ids ON ids.document_id = documents.id`,
  [],
);
const texts = wholeTexts();
const times: number[] = [];
for (let nth = 0; nth < WARM_UP + count; nth++) {
  const from = performance.now();
  await save(heads[(nth * 7) % heads.length]!, texts(firstText + nth));
  if (nth >= WARM_UP) times.push(performance.now() - from);
}
process.stdout.write(JSON.stringify(times));
