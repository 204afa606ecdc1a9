import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A removed file whose bytes are kept for undo. */
export class RemovedFile extends Model<InferAttributes<RemovedFile>, InferCreationAttributes<RemovedFile>> {
  declare id: string;
  declare ownerId: string;
  /** No foreign key, as in `files`. */
  declare documentId: string;
  declare contentHash: string;
  /** The row of `files`, as JSON. */
  declare file: string;
  declare removedAt: number;
}

export function defineRemovedFile(sequelize: Sequelize): void {
  RemovedFile.init(
    {
      id: id(),
      ownerId: reference(),
      documentId: reference(),
      contentHash: reference(),
      file: text(),
      removedAt: instant(),
    },
    { sequelize, tableName: 'removed_files' },
  );
}
