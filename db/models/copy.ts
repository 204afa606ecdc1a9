import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, reference, text } from '#db/models/columns.ts';

/** A running copy of a branch. */
export class Copy extends Model<InferAttributes<Copy>, InferCreationAttributes<Copy>> {
  declare id: string;
  declare userId: string;
  /** A `CopyPlan` as JSON. */
  declare plan: string;
  /** How many documents of the plan are written. */
  declare done: CreationOptional<number>;
  /** How many documents the plan has. */
  declare total: CreationOptional<number>;
  declare workedAt: number;
}

export function defineCopy(sequelize: Sequelize): void {
  Copy.init(
    { id: id(), userId: reference(), plan: text(), done: count(), total: count(), workedAt: instant() },
    { sequelize, tableName: 'copies' },
  );
}
