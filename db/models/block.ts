import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** A person who blocks another. */
export class Block extends Model<InferAttributes<Block>, InferCreationAttributes<Block>> {
  declare userId: string;
  declare blockedId: string;
  declare createdAt: number;
}

export function defineBlock(sequelize: Sequelize): void {
  Block.init({ userId: id(), blockedId: id(), createdAt: instant() }, { sequelize, tableName: 'blocks' });
}
