import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import {
  count,
  id,
  instant,
  optionalInstant,
  optionalReal,
  optionalReference,
  optionalText,
  real,
  reference,
  text,
} from '#db/models/columns.ts';

/** The place and the head of a document. Its text is in `DocumentText`, so that trees and lists never read it. */
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
  /** The import that created it, so that the import can be undone as a whole. */
  declare importId: CreationOptional<string | null>;
  /** Null for no cover; the picture's address and how far it is scrolled, 0 to 100. */
  declare coverUrl: CreationOptional<string | null>;
  declare coverScrollY: CreationOptional<number | null>;
  /** Id of the shared state people write in together; null for a document without one. */
  declare liveEpoch: CreationOptional<number | null>;
  /** Who may comment besides the owner. */
  declare commenting: CreationOptional<'readers' | 'editors' | 'off'>;
  declare createdAt: number;
  declare updatedAt: number;
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
      coverUrl: optionalText(),
      coverScrollY: optionalReal(),
      liveEpoch: optionalInstant(),
      commenting: { ...text(), defaultValue: 'readers' },
      createdAt: instant(),
      updatedAt: instant(),
    },
    { sequelize, tableName: 'documents' },
  );
}
