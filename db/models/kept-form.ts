import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A form posted after its session ended, stored until its owner signs in again. */
export class KeptForm extends Model<InferAttributes<KeptForm>, InferCreationAttributes<KeptForm>> {
  declare id: string;
  declare userId: string;
  declare path: string;
  /** JSON object of field values by name, never with passwords or codes. */
  declare fields: string;
  declare createdAt: number;
}

export function defineKeptForm(sequelize: Sequelize): void {
  KeptForm.init(
    { id: id(), userId: reference(), path: text(), fields: text(), createdAt: instant() },
    { sequelize, tableName: 'kept_forms' },
  );
}
