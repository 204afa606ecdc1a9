import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { instant, optionalInstant, optionalReference, optionalText, reference, text } from '#db/models/columns.ts';

export type SharePermission = 'EDIT' | 'READ' | 'NONE';

/** An address or a group, and its access to a document and, until another entry overrides it, the branch below. */
export class Share extends Model<InferAttributes<Share>, InferCreationAttributes<Share>> {
  declare id: CreationOptional<number>;
  declare documentId: string;
  /** Null for a group. */
  declare email: string | null;
  /** Null for a group, and until the address is verified: an invitation. */
  declare userId: string | null;
  declare groupId: CreationOptional<string | null>;
  declare permission: SharePermission;
  declare createdAt: number;
  declare updatedAt: number;
  /** When the invitation was last mailed again. */
  declare resentAt: CreationOptional<number | null>;
}

export function defineShare(sequelize: Sequelize): void {
  Share.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      documentId: reference(),
      email: optionalText(),
      userId: optionalReference(),
      groupId: optionalReference(),
      permission: text(),
      createdAt: instant(),
      updatedAt: instant(),
      resentAt: optionalInstant(),
    },
    { sequelize, tableName: 'shares' },
  );
}
