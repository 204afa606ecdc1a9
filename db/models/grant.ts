import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, reference, text } from '#db/models/columns.ts';

/** What a `tempId` stands for: one use of one purpose by one account. The id is the SHA-256 of the tempId. */
export class Grant extends Model<InferAttributes<Grant>, InferCreationAttributes<Grant>> {
  declare id: string;
  declare purpose: 'reset-password' | '2fa';
  declare userId: string;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: CreationOptional<number | null>;
}

export function defineGrant(sequelize: Sequelize): void {
  Grant.init(
    {
      id: id(),
      purpose: text(),
      userId: reference(),
      createdAt: instant(),
      expiresAt: instant(),
      usedAt: optionalInstant(),
    },
    { sequelize, tableName: 'grants' },
  );
}
