import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** The state of a finished provider sign-in, so that it cannot be replayed. */
export class SpentState extends Model<InferAttributes<SpentState>, InferCreationAttributes<SpentState>> {
  declare id: string;
  declare expiresAt: number;
}

export function defineSpentState(sequelize: Sequelize): void {
  SpentState.init(
    {
      id: id(),
      expiresAt: instant(),
    },
    { sequelize, tableName: 'spent_states' },
  );
}
