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
  /** How `packed` is to be read: by itself, or as a change of the revision before. */
  declare packing: number;
  declare packed: Buffer;
  /** When the editor began the run of its own saves that this one continues; null for a save somebody asked for. */
  declare autosavedSince: number | null;
  /** 1 when a later autosave of the same run stands for it: not listed, but still there to merge with. */
  declare folded: number;
  /** How many characters the run of autosaves has taken away so far, and since which version. */
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
