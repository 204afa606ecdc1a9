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

/** A document without its text. That is in `DocumentText`, so that trees and lists do not read it. */
export class Document extends Model<InferAttributes<Document>, InferCreationAttributes<Document>> {
  declare id: string;
  declare parentId: string | null;
  declare ownerId: string;
  declare createdBy: string;
  declare updatedBy: string;
  declare title: string;
  /** The title in the form used to compare and sort: NFKC, lower case. */
  declare titleKey: string;
  declare icon: string | null;
  declare position: number;
  declare version: CreationOptional<number>;
  declare archivedAt: CreationOptional<number | null>;
  /** The document whose archiving included this one. Restoring it restores exactly these. */
  declare archiveRootId: CreationOptional<string | null>;
  /** The import that created it, for undoing the import. */
  declare importId: CreationOptional<string | null>;
  /** Address of the cover, null for none; and its scroll position, 0 to 100. */
  declare coverUrl: CreationOptional<string | null>;
  declare coverScrollY: CreationOptional<number | null>;
  /** Id of the shared live state; null without one. */
  declare liveEpoch: CreationOptional<number | null>;
  /** People who may comment besides the owner. */
  declare commenting: CreationOptional<'readers' | 'editors' | 'off'>;
  /** Time and author of the last move to another parent; null if it was never moved. */
  declare movedAt: CreationOptional<number | null>;
  declare movedBy: CreationOptional<string | null>;
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
      movedAt: optionalInstant(),
      movedBy: optionalReference(),
      createdAt: instant(),
      updatedAt: instant(),
    },
    { sequelize, tableName: 'documents' },
  );
}
