import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, integer, text } from '#db/models/columns.ts';

/** The text of a document and what is derived from it when it is saved. */
export class DocumentText extends Model<InferAttributes<DocumentText>, InferCreationAttributes<DocumentText>> {
  declare documentId: string;
  declare content: string;
  /** Sanitised HTML of `content`, rendered when it was saved by version `renderVersion` of the renderer. */
  declare html: string;
  /** JSON: the headings as [{depth, id, text}]. */
  declare outline: string;
  /** The text without markup, from which search snippets are cut. */
  declare plainText: string;
  declare renderVersion: number;
  /** Version of the search index in which the text is indexed. */
  declare indexVersion: CreationOptional<number>;
  declare words: CreationOptional<number>;
  declare readingSeconds: CreationOptional<number>;
}

export function defineDocumentText(sequelize: Sequelize): void {
  DocumentText.init(
    {
      documentId: id(),
      content: text(),
      html: text(),
      outline: text(),
      plainText: text(),
      renderVersion: integer(),
      indexVersion: count(),
      words: count(),
      readingSeconds: count(),
    },
    { sequelize, tableName: 'document_texts' },
  );
}
