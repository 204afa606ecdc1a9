import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, text } from '#db/models/columns.ts';

/** A group of people that documents can be shared with. */
export class Group extends Model<InferAttributes<Group>, InferCreationAttributes<Group>> {
  declare id: string;
  declare name: string;
  declare createdAt: number;
  declare updatedAt: number;
}

export function defineGroup(sequelize: Sequelize): void {
  Group.init(
    { id: id(), name: text(), createdAt: instant(), updatedAt: instant() },
    { sequelize, tableName: 'groups' },
  );
}
