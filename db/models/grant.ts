import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, reference, text } from '#db/models/columns.ts';

/** One use of a `tempId` for one purpose and account. The id is the SHA-256 of the tempId. */
export class Grant extends Model<InferAttributes<Grant>, InferCreationAttributes<Grant>> {
  declare id: string;
  declare purpose: 'reset-password' | '2fa' | 'oauth';
  declare userId: string;
  declare createdAt: number;
  declare expiresAt: number;
  /** 1 if the person chose to stay signed in. */
  declare remember: CreationOptional<number>;
  /** Number of wrong authenticator and recovery codes. */
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
