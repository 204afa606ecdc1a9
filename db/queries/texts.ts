import { changeOf, listed, rowsOf } from '#db/query.ts';

type Head = { id: string; title: string; titleKey: string; icon: string | null; version: number };

/**
 * Replaces title, icon and version of a document if it still has the version and epoch (0 without one) that the change
 * was computed from.
 */
export const replaceHead = changeOf<Head & { from: number; epoch: number; now: number; me: string }>({
  name: 'replaceHead',
  uses: ['documents(id)'],
  sql: `UPDATE documents SET title = $title, title_key = $titleKey, icon = $icon, version = $version,
      updated_at = $now, updated_by = $me
    WHERE id = $id AND version = $from AND COALESCE(live_epoch, 0) = $epoch`,
});

/** Locks a document's row if it still has a version and epoch (0 without one). */
export const holdHead = changeOf<{ id: string; from: number; epoch: number }>({
  name: 'holdHead',
  uses: ['documents(id)'],
  sql: `UPDATE documents SET version = version
    WHERE id = $id AND version = $from AND COALESCE(live_epoch, 0) = $epoch`,
});

/** Sets a cover or moves the existing one; null keeps a field. No change if there is no cover to move. */
export const putCover = changeOf<{ id: string; url: string | null; scrollY: number | null }>({
  name: 'putCover',
  uses: ['documents(id)'],
  sql: `UPDATE documents SET cover_url = COALESCE($url, cover_url), cover_scroll_y = COALESCE($scrollY, cover_scroll_y, 0)
    WHERE id = $id AND COALESCE($url, cover_url) IS NOT NULL`,
});

/** Removes a cover; no change without one. */
export const clearCover = changeOf<{ id: string }>({
  name: 'clearCover',
  uses: ['documents(id)'],
  sql: 'UPDATE documents SET cover_url = NULL, cover_scroll_y = NULL WHERE id = $id AND cover_url IS NOT NULL',
});

/** Returns the stored HTML of a document. */
export const findHtml = rowsOf<{ html: string }, { documentId: string }>({
  name: 'findHtml',
  uses: ['document_texts(document_id)'],
  sql: 'SELECT html FROM document_texts WHERE document_id = $documentId',
});

type Text = {
  documentId: string;
  content: string;
  html: string;
  outline: string;
  plainText: string;
  words: number;
  readingSeconds: number;
  renderVersion: number;
  indexVersion: number;
};

/** Stores the text of a document. Runs on every save. */
export const putText = changeOf<Text>({
  name: 'putText',
  uses: { sqlite: [], postgres: ['document_texts(document_id)'] },
  sql: `INSERT INTO document_texts (document_id, content, html, outline, plain_text, words, reading_seconds, render_version,
      index_version)
    VALUES ($documentId, $content, $html, $outline, $plainText, $words, $readingSeconds, $renderVersion, $indexVersion)
    ON CONFLICT (document_id) DO UPDATE SET content = $content, html = $html, outline = $outline,
      plain_text = $plainText, words = $words, reading_seconds = $readingSeconds, render_version = $renderVersion,
      index_version = $indexVersion`,
});

type Last = {
  version: number;
  since: number | null;
  removed: number;
  removedFrom: number | null;
  authorId: string;
  /** Ids of other writers, separated by blanks; null without any. */
  writers: string | null;
};

/** Finds the newest revision of a document, without its text. */
export const findLastRevision = rowsOf<Last, { documentId: string }>({
  name: 'findLastRevision',
  uses: ['revisions_of_document', 'revision_writers(revision_id,user_id)'],
  sql: `SELECT version, autosaved_since AS since, removed, removed_from AS "removedFrom", author_id AS "authorId",
      (SELECT string_agg(user_id, ' ') FROM revision_writers WHERE revision_id = revisions.id) AS writers
    FROM revisions WHERE document_id = $documentId ORDER BY version DESC LIMIT 1`,
});

type Kept = { id: string; version: number; title: string; icon: string | null; packing: number; packed: Buffer };

/** Lists the revisions from which a version is unpacked: from the last whole one up to it. */
export const findPackedRevisions = rowsOf<Kept, { documentId: string; version: number }>({
  name: 'findPackedRevisions',
  uses: ['revisions_of_document'],
  sql: `SELECT id, version, title, icon, packing, packed FROM revisions
    WHERE document_id = $documentId AND version <= $version AND version >= COALESCE((
      SELECT MAX(version) FROM revisions
      WHERE document_id = $documentId AND version <= $version AND packing IN (0, 1)), 0)
    ORDER BY version`,
});

/** Removes the links of a document except those in `targets`, a JSON array. */
export const removeOtherLinks = changeOf<{ fromId: string; targets: string }>({
  name: 'removeOtherLinks',
  uses: ['links(from_id,to_id)'],
  sql: () => `DELETE FROM links WHERE from_id = $fromId AND to_id NOT IN (${listed('targets')})`,
});

/** Adds links of a document to `targets`, a JSON array; known ones stay. */
export const addLinks = changeOf<{ fromId: string; targets: string }>({
  name: 'addLinks',
  uses: [],
  sql: () => `INSERT INTO links (from_id, to_id) SELECT CAST($fromId AS TEXT), targets.value
    FROM (${listed('targets')}) AS targets WHERE true ON CONFLICT DO NOTHING`,
});

/** Adds links of new documents. `pairs` is a JSON array of both ids, separated by a blank. */
export const addLinkPairs = changeOf<{ pairs: string }>({
  name: 'addLinkPairs',
  uses: [],
  sql: () => `INSERT INTO links (from_id, to_id) SELECT substr(value, 1, 24), substr(value, 26)
    FROM (${listed('pairs')}) AS listed_pairs WHERE true ON CONFLICT DO NOTHING`,
});

type NewRevision = {
  id: string;
  documentId: string;
  version: number;
  authorId: string;
  title: string;
  icon: string | null;
  packing: number;
  packed: Buffer;
  autosavedSince: number | null;
  removed: number;
  removedFrom: number | null;
  createdAt: number;
};

/** Adds a revision. */
export const putRevision = changeOf<NewRevision>({
  name: 'putRevision',
  uses: [],
  sql: `INSERT INTO revisions (id, document_id, version, author_id, title, icon, packing, packed, autosaved_since, folded,
      removed, removed_from, created_at)
    VALUES ($id, $documentId, $version, $authorId, $title, $icon, $packing, $packed, $autosavedSince, 0,
      $removed, $removedFrom, $createdAt)`,
});

/** Adds authors of parts of a revision; `writers` is a JSON array. */
export const putWriters = changeOf<{ revisionId: string; writers: string }>({
  name: 'putWriters',
  uses: [],
  sql: () => `INSERT INTO revision_writers (revision_id, user_id) SELECT CAST($revisionId AS TEXT), writers.value
    FROM (${listed('writers')}) AS writers`,
});

/** Lists a revision, or leaves it out of the list. */
export const setFolded = changeOf<{ documentId: string; version: number; folded: 0 | 1 }>({
  name: 'setFolded',
  uses: ['revisions_of_document'],
  sql: 'UPDATE revisions SET folded = $folded WHERE document_id = $documentId AND version = $version',
});
