import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, reference } from '#db/models/columns.ts';

/** A document whose files are queued for indexing. */
export class WaitingFile extends Model<InferAttributes<WaitingFile>, InferCreationAttributes<WaitingFile>> {
  declare documentId: string;
  /** Changes with each request, to detect requests made during indexing. */
  declare mark: string;
}

export function defineWaitingFile(sequelize: Sequelize): void {
  WaitingFile.init({ documentId: id(), mark: reference() }, { sequelize, tableName: 'waiting_files' });
}
