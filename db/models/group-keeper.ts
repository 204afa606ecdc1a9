import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** A person who may add and remove a group's members. */
export class GroupKeeper extends Model<InferAttributes<GroupKeeper>, InferCreationAttributes<GroupKeeper>> {
  declare groupId: string;
  declare userId: string;
  declare createdAt: number;
}

export function defineGroupKeeper(sequelize: Sequelize): void {
  GroupKeeper.init({ groupId: id(), userId: id(), createdAt: instant() }, { sequelize, tableName: 'group_keepers' });
}
