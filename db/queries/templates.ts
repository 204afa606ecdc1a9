import { rowsOf } from '#db/query.ts';

export type TemplateRow = {
  id: string;
  title: string;
  icon: string | null;
  content: string;
  ownerId: string;
  isForEveryone: number;
};

const COLUMNS = `documents.id, documents.title, documents.icon, document_texts.content, documents.owner_id AS "ownerId",
  templates.for_everyone AS "isForEveryone"`;
const TABLES = `templates JOIN documents ON documents.id = templates.document_id
  JOIN document_texts ON document_texts.document_id = documents.id
  JOIN users ON users.id = documents.owner_id`;
const OFFERED = `documents.archived_at IS NULL AND users.status = 'ACTIVE'
  AND (documents.owner_id = $me OR templates.for_everyone = 1)`;

/** Lists the templates offered to a person, by title. */
export const findTemplates = rowsOf<Omit<TemplateRow, 'content'>, { me: string }>({
  name: 'findTemplates',
  uses: { sqlite: ['documents(id)'], postgres: [] },
  sql: `SELECT documents.id, documents.title, documents.icon, documents.owner_id AS "ownerId",
      templates.for_everyone AS "isForEveryone"
    FROM templates JOIN documents ON documents.id = templates.document_id JOIN users ON users.id = documents.owner_id
    WHERE ${OFFERED} ORDER BY documents.title_key, documents.id`,
});

/** Finds a template offered to a person, with its text. */
export const findTemplate = rowsOf<TemplateRow, { id: string; me: string }>({
  name: 'findTemplate',
  uses: ['templates(document_id)', 'documents(id)'],
  sql: `SELECT ${COLUMNS} FROM ${TABLES} WHERE templates.document_id = $id AND ${OFFERED}`,
});
