import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { bigInteger, id, instant, integer, text } from '#db/models/columns.ts';

/** A server process and its last figures. */
export class ProcessRow extends Model<InferAttributes<ProcessRow>, InferCreationAttributes<ProcessRow>> {
  declare id: string;
  declare host: string;
  declare pid: number;
  declare version: string;
  declare startedAt: number;
  declare seenAt: number;
  /** Incremented by watchers: the process writes its figures while this number changes. */
  declare looks: CreationOptional<number>;
  /** JSON. */
  declare figures: string;
}

export function defineProcessRow(sequelize: Sequelize): void {
  ProcessRow.init(
    {
      id: id(),
      host: text(),
      pid: integer(),
      version: text(),
      startedAt: instant(),
      seenAt: instant(),
      looks: bigInteger(),
      figures: text(),
    },
    { sequelize, tableName: 'processes' },
  );
}
