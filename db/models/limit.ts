import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, integer, optionalInstant } from '#db/models/columns.ts';

/** A counter of rate-limiter-flexible, which reads and writes this table itself. */
export class Limit extends Model<InferAttributes<Limit>, InferCreationAttributes<Limit>> {
  declare key: string;
  declare points: number;
  declare expire: CreationOptional<number | null>;
}

export function defineLimit(sequelize: Sequelize): void {
  Limit.init(
    {
      key: id(),
      points: integer(),
      expire: optionalInstant(),
    },
    { sequelize, tableName: 'limits' },
  );
}
