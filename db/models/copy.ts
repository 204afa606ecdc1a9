import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, reference, text } from '#db/models/columns.ts';

/** A running copy of a branch. */
export class Copy extends Model<InferAttributes<Copy>, InferCreationAttributes<Copy>> {
  declare id: string;
  declare userId: string;
  /** A `CopyPlan` as JSON. */
  declare plan: string;
  /** Number of documents already written. */
  declare done: CreationOptional<number>;
  /** Number of documents in the plan. */
  declare total: CreationOptional<number>;
  declare workedAt: number;
}

export function defineCopy(sequelize: Sequelize): void {
  Copy.init(
    { id: id(), userId: reference(), plan: text(), done: count(), total: count(), workedAt: instant() },
    { sequelize, tableName: 'copies' },
  );
}
