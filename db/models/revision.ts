import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import {
  count,
  id,
  instant,
  integer,
  optionalInstant,
  optionalInteger,
  optionalText,
  reference,
  text,
} from '#db/models/columns.ts';

/** The text a document had after one save, packed. */
export class Revision extends Model<InferAttributes<Revision>, InferCreationAttributes<Revision>> {
  declare id: string;
  declare documentId: string;
  declare version: number;
  declare authorId: string;
  declare title: string;
  declare icon: string | null;
  /** The encoding of `packed`: whole, or a delta to the previous revision. */
  declare packing: number;
  declare packed: Buffer;
  /** Start of the run of autosaves that it belongs to; null for a manual save. */
  declare autosavedSince: number | null;
  /** 1 if folded into a later autosave of the run: not listed, but available for merging. */
  declare folded: number;
  /** Number of characters that the run of autosaves removed, and the version before the first removal. */
  declare removed: number;
  declare removedFrom: number | null;
  declare createdAt: number;
}

export function defineRevision(sequelize: Sequelize): void {
  Revision.init(
    {
      id: id(),
      documentId: reference(),
      version: integer(),
      authorId: reference(),
      title: text(),
      icon: optionalText(),
      packing: integer(),
      packed: { type: DataTypes.BLOB, allowNull: false },
      autosavedSince: optionalInstant(),
      folded: count(),
      removed: count(),
      removedFrom: optionalInteger(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'revisions' },
  );
}
