import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, integer } from '#db/models/columns.ts';

/** A document that is offered as a template to its owner, or to everyone. */
export class Template extends Model<InferAttributes<Template>, InferCreationAttributes<Template>> {
  declare documentId: string;
  /** 1 if every account is offered it. */
  declare forEveryone: number;
  declare createdAt: number;
}

export function defineTemplate(sequelize: Sequelize): void {
  Template.init(
    { documentId: id(), forEveryone: integer(), createdAt: instant() },
    { sequelize, tableName: 'templates' },
  );
}
