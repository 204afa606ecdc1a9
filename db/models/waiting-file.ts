import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, reference } from '#db/models/columns.ts';

/** A document whose files changed since they were indexed. */
export class WaitingFile extends Model<InferAttributes<WaitingFile>, InferCreationAttributes<WaitingFile>> {
  declare documentId: string;
  /** Changes with each request, so that one made meanwhile is not lost. */
  declare mark: string;
}

export function defineWaitingFile(sequelize: Sequelize): void {
  WaitingFile.init({ documentId: id(), mark: reference() }, { sequelize, tableName: 'waiting_files' });
}
