import { ANY_WORD } from '#app/services/search/full-text-index.ts';
import type { Phrase, Query, Term } from '#app/services/search/tokenize.ts';
import { dialect } from '#db/connection.ts';

// SQL of matching, which differs by database; ranking and indexing differ in `rank-hits.ts` and `full-text-index.ts`.
// Both databases index the same tokens, so both find the same documents.

/** SQL and parameters of a table `hits(document_id, in_title)` with every matching document. */
export type Hits = { sql: string; bind: Record<string, string> };

type Options = { inTitleOnly: boolean; names: string };

/**
 * `names` is a prefix for parameter names. Without included words, every document without the excluded ones matches.
 */
export function hitsOf(query: Query, { inTitleOnly = false, names = 'h' }: Partial<Options> = {}): Hits {
  if (query.include.length === 0) return allWithout(query.exclude, names);
  const options = { inTitleOnly, names };
  return dialect() === 'postgres' ? postgresHits(query, options) : sqliteHits(query, options);
}

const ALL = 'SELECT id AS document_id, 0 AS in_title FROM documents';

function allWithout(exclude: Phrase[], names: string): Hits {
  if (exclude.length === 0) return { sql: ALL, bind: {} };
  const { sql, bind } = hitsOf({ include: [[exclude[0]!, ...exclude.slice(1)]], exclude: [] }, { names });
  return { sql: `${ALL} WHERE id NOT IN (SELECT document_id FROM (${sql}) AS excluded)`, bind };
}

const either = (ways: string[], or: string) => `(${ways.join(or)})`;

function sqliteHits({ include, exclude }: Query, { inTitleOnly, names }: Options): Hits {
  const all = `(${include.map((ways) => either(ways.map(fts), ' OR ')).join(' AND ')})`;
  const without = exclude.map((phrase) => ` NOT ${fts(phrase)}`).join('');
  const inTitle = `({title} : ${all})`;
  return {
    sql: `SELECT document_index_ids.document_id,
        found.rowid IN (SELECT rowid FROM document_index WHERE document_index MATCH $${names}Title) AS in_title
      FROM document_index AS found JOIN document_index_ids ON document_index_ids.id = found.rowid
      WHERE found.document_index MATCH $${names}Match`,
    bind: { [`${names}Match`]: `${inTitleOnly ? inTitle : all}${without}`, [`${names}Title`]: inTitle },
  };
}

/** Tokens hold letters, marks, digits and private-use characters only, so FTS5 needs no escaping but quotes. */
function fts({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(' ')}"${prefix ? '*' : ''}`;
}

const lexemesOf = ({ tokens, prefix }: Phrase): string =>
  `(${tokens.map((token, at) => `'${token}'${prefix && at === tokens.length - 1 ? ':*' : ''}`).join(' & ')})`;

const FIELDS = ['title_tokens', 'body_tokens', 'written_tokens', 'file_tokens'];

function postgresHits({ include, exclude }: Query, { inTitleOnly, names }: Options): Hits {
  const bind: Record<string, string> = {};
  const parameter = (value: string) => {
    const name = `${names}${Object.keys(bind).length}`;
    bind[name] = value;
    return `CAST($${name} AS TEXT)`;
  };
  const inField = (field: string, pattern: string) => `(' ' || ${field} || ' ') LIKE ${pattern}`;
  const patternOf = ({ tokens, prefix }: Phrase) => parameter(`% ${tokens.join(' ')}${prefix ? '' : ' '}%`);
  const anywhere = (phrase: Phrase) => {
    const pattern = patternOf(phrase);
    return either(
      FIELDS.map((field) => inField(field, pattern)),
      ' OR ',
    );
  };
  const isWord = (phrase: Phrase) => `lexemes @@ CAST(${parameter(lexemesOf(phrase))} AS TSQUERY)`;
  const exactly = (ways: Term) =>
    either(
      ways.map((way) => (way.tokens.length === 1 ? isWord(way) : anywhere(way))),
      ' OR ',
    );
  const all = include.map((ways) => either(ways.map(lexemesOf), ' | ')).join(' & ');
  const inTitle = include
    .map((ways) =>
      either(
        ways.map((way) => inField('title_tokens', patternOf(way))),
        ' OR ',
      ),
    )
    .join(' AND ');
  const conditions = [
    // The index finds documents with all the words; phrases are then compared with the stored tokens.
    `lexemes @@ CAST(${parameter(`${ANY_WORD} | (${all})`)} AS TSQUERY)`,
    ...include
      .filter((ways) => ways.some(({ tokens }) => tokens.length > 1))
      .map((ways) => `(too_long = 1 OR ${exactly(ways)})`),
    `(too_long = 0 OR (${include.map((ways) => either(ways.map(anywhere), ' OR ')).join(' AND ')}))`,
    ...exclude.map((phrase) => `NOT ${anywhere(phrase)}`),
    ...(inTitleOnly ? [inTitle] : []),
  ];
  return {
    sql: `SELECT document_id, CASE WHEN ${inTitle} THEN 1 ELSE 0 END AS in_title
      FROM document_index WHERE ${conditions.join(' AND ')}`,
    bind,
  };
}
