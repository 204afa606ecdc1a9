import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** A person in a group. */
export class GroupMember extends Model<InferAttributes<GroupMember>, InferCreationAttributes<GroupMember>> {
  declare groupId: string;
  declare userId: string;
  declare createdAt: number;
}

export function defineGroupMember(sequelize: Sequelize): void {
  GroupMember.init({ groupId: id(), userId: id(), createdAt: instant() }, { sequelize, tableName: 'group_members' });
}
