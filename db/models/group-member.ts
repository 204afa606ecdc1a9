import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** Membership of a person in a group. The built-in group of everyone has no rows. */
export class GroupMember extends Model<InferAttributes<GroupMember>, InferCreationAttributes<GroupMember>> {
  declare groupId: string;
  declare userId: string;
  declare createdAt: number;
}

export function defineGroupMember(sequelize: Sequelize): void {
  GroupMember.init({ groupId: id(), userId: id(), createdAt: instant() }, { sequelize, tableName: 'group_members' });
}
