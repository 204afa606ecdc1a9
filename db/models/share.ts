import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { instant, optionalInstant, optionalReference, optionalText, reference, text } from '#db/models/columns.ts';

export type SharePermission = 'EDIT' | 'READ' | 'NONE';

/**
 * A share of a document with an address or a group. It applies to the branch below until another share overrides it.
 */
export class Share extends Model<InferAttributes<Share>, InferCreationAttributes<Share>> {
  declare id: CreationOptional<number>;
  declare documentId: string;
  /** Null for a group. */
  declare email: string | null;
  /** Null for a group, and for an invitation until its address is verified. */
  declare userId: string | null;
  declare groupId: CreationOptional<string | null>;
  declare permission: SharePermission;
  declare createdAt: number;
  declare updatedAt: number;
  /** Time when the invitation was last mailed again. */
  declare resentAt: CreationOptional<number | null>;
  /** The mail server's answer to the latest invitation, if it refused the address for good. */
  declare mailRefusal: CreationOptional<string | null>;
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
      mailRefusal: optionalText(),
    },
    { sequelize, tableName: 'shares' },
  );
}
