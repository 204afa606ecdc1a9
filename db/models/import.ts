import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalReference, optionalText, reference, text } from '#db/models/columns.ts';

export type ImportState = 'planned' | 'waiting' | 'running' | 'failed' | 'done';

/** An import with its report. `documents.import_id` refers to it, for undoing the import. */
export class Import extends Model<InferAttributes<Import>, InferCreationAttributes<Import>> {
  declare id: string;
  declare userId: string;
  declare parentId: CreationOptional<string | null>;
  /** `ImportReport` as JSON. */
  declare report: string;
  /** `planned` waits for its person to start it, `waiting` for a process. */
  declare state: CreationOptional<ImportState>;
  /** Number of documents already written. */
  declare done: CreationOptional<number>;
  /** Names of the stored uploads as JSON; null for an import that cannot be continued. */
  declare sources: CreationOptional<string | null>;
  /** Id of the run that holds the lease. */
  declare worker: CreationOptional<string | null>;
  declare workedAt: CreationOptional<number>;
  declare createdAt: number;
}

export function defineImport(sequelize: Sequelize): void {
  Import.init(
    {
      id: id(),
      userId: reference(),
      parentId: optionalReference(),
      report: text(),
      state: { ...text(), defaultValue: 'done' },
      done: count(),
      sources: optionalText(),
      worker: optionalText(),
      workedAt: { ...instant(), defaultValue: 0 },
      createdAt: instant(),
    },
    { sequelize, tableName: 'imports' },
  );
}
