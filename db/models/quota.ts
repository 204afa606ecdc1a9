import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { bigInteger, id, optionalInstant, text } from '#db/models/columns.ts';

/** The AI allowance of an account. `used` and `reserved` count only for `month`. */
export class Quota extends Model<InferAttributes<Quota>, InferCreationAttributes<Quota>> {
  declare userId: string;
  /** Number of tokens; null for the default of the installation. */
  declare monthlyLimit: CreationOptional<number | null>;
  /** `YYYY-MM` in UTC. */
  declare month: CreationOptional<string>;
  declare used: CreationOptional<number>;
  declare reserved: CreationOptional<number>;
  declare granted: CreationOptional<number>;
  declare resetAt: CreationOptional<number | null>;
}

export function defineQuota(sequelize: Sequelize): void {
  Quota.init(
    {
      userId: id(),
      monthlyLimit: optionalInstant(),
      month: { ...text(), defaultValue: '' },
      used: bigInteger(),
      reserved: bigInteger(),
      granted: bigInteger(),
      resetAt: optionalInstant(),
    },
    { sequelize, tableName: 'quotas' },
  );
}
