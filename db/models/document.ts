import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import {
  count,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  real,
  reference,
  text,
} from '#db/models/columns.ts';

/** A document's place and name. Its text lives in DocumentText, so that trees and lists never read past it. */
export class Document extends Model<InferAttributes<Document>, InferCreationAttributes<Document>> {
  declare id: string;
  declare parentId: string | null;
  declare ownerId: string;
  declare createdBy: string;
  declare updatedBy: string;
  declare title: string;
  /** The title as it is compared and sorted: NFKC, lower case. */
  declare titleKey: string;
  declare icon: string | null;
  declare position: number;
  declare version: CreationOptional<number>;
  declare archivedAt: CreationOptional<number | null>;
  /** The document whose archiving took this one along: restoring it brings back exactly these. */
  declare archiveRootId: CreationOptional<string | null>;
  /** The import that made it, so that the import can be undone as one. */
  declare importId: CreationOptional<string | null>;
  declare createdAt: number;
  declare updatedAt: number;
}

export class DocumentText extends Model<InferAttributes<DocumentText>, InferCreationAttributes<DocumentText>> {
  declare documentId: string;
  declare content: string;
  /** Sanitised HTML of `content`, made when the text was saved by the renderer of `renderVersion`. */
  declare html: string;
  /** JSON: [{depth, id, text}] of the headings. */
  declare outline: string;
  /** The words of the text without markup: what snippets are cut from. */
  declare plainText: string;
  declare renderVersion: number;
}

export function defineDocument(sequelize: Sequelize): void {
  Document.init(
    {
      id: id(),
      parentId: optionalReference(),
      ownerId: reference(),
      createdBy: reference(),
      updatedBy: reference(),
      title: text(),
      titleKey: text(),
      icon: optionalText(),
      position: real(),
      version: count(1),
      archivedAt: optionalInstant(),
      archiveRootId: optionalReference(),
      importId: optionalReference(),
      createdAt: instant(),
      updatedAt: instant(),
    },
    { sequelize, tableName: 'documents' },
  );
  DocumentText.init(
    {
      documentId: id(),
      content: text(),
      html: text(),
      outline: text(),
      plainText: text(),
      renderVersion: count(),
    },
    { sequelize, tableName: 'document_texts' },
  );
}
