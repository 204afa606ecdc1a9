import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, reference, text } from '#db/models/columns.ts';

/** What a `tempId` stands for: one use of one purpose by one account. The id is the SHA-256 of the tempId. */
export class Grant extends Model<InferAttributes<Grant>, InferCreationAttributes<Grant>> {
  declare id: string;
  declare purpose: 'reset-password' | '2fa' | 'oauth';
  declare userId: string;
  declare createdAt: number;
  declare expiresAt: number;
  /** 1 when the sign-in it belongs to asked to stay signed in. */
  declare remember: CreationOptional<number>;
  /** Wrong authenticator and recovery codes so far. */
  declare attempts: CreationOptional<number>;
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
      remember: count(),
      attempts: count(),
      usedAt: optionalInstant(),
    },
    { sequelize, tableName: 'grants' },
  );
}
