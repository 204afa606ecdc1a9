import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference, reference, text } from '#db/models/columns.ts';

/** An import with its report. `documents.import_id` refers to it, so that an import is undone as a whole. */
export class Import extends Model<InferAttributes<Import>, InferCreationAttributes<Import>> {
  declare id: string;
  declare userId: string;
  declare parentId: CreationOptional<string | null>;
  /** JSON. */
  declare report: string;
  declare createdAt: number;
}

export function defineImport(sequelize: Sequelize): void {
  Import.init(
    {
      id: id(),
      userId: reference(),
      parentId: optionalReference(),
      report: text(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'imports' },
  );
}
