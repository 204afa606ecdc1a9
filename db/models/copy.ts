import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, reference, text } from '#db/models/columns.ts';

/** A copy of a branch that is being written in batches. Its documents stay hidden until it is complete. */
export class Copy extends Model<InferAttributes<Copy>, InferCreationAttributes<Copy>> {
  declare id: string;
  declare userId: string;
  /** JSON: what is copied where. */
  declare plan: string;
  /** Documents written so far. */
  declare done: CreationOptional<number>;
  declare workedAt: number;
}

export function defineCopy(sequelize: Sequelize): void {
  Copy.init(
    { id: id(), userId: reference(), plan: text(), done: count(), workedAt: instant() },
    { sequelize, tableName: 'copies' },
  );
}
