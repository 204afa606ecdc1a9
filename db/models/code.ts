import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, optionalText, text } from '#db/models/columns.ts';

/** A verification code. At most one row per address and type, so a newer code replaces an older one. */
export class Code extends Model<InferAttributes<Code>, InferCreationAttributes<Code>> {
  declare id: string;
  declare email: string;
  declare type: string;
  /** Empty, or the key of a browser that has its own code (`knownDevice`). */
  declare slot: CreationOptional<string>;
  declare codeHash: string;
  declare browserHash: CreationOptional<string | null>;
  declare linkHash: CreationOptional<string | null>;
  /** The account that asked for its new address; null for other types. */
  declare requestedBy: CreationOptional<string | null>;
  declare attempts: CreationOptional<number>;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: CreationOptional<number | null>;
}

export function defineCode(sequelize: Sequelize): void {
  Code.init(
    {
      id: id(),
      email: text(),
      type: text(),
      slot: { ...text(), defaultValue: '' },
      codeHash: text(),
      browserHash: optionalText(),
      linkHash: optionalText(),
      requestedBy: optionalText(),
      attempts: count(),
      createdAt: instant(),
      expiresAt: instant(),
      usedAt: optionalInstant(),
    },
    { sequelize, tableName: 'codes', indexes: [{ unique: true, fields: ['email', 'type', 'slot'] }] },
  );
}
