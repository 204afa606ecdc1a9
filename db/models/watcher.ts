import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, integer } from '#db/models/columns.ts';

/** Whether a person is told what happens in a document: 1, 2 for its whole branch, 0 for one who has chosen not to be. */
export class Watcher extends Model<InferAttributes<Watcher>, InferCreationAttributes<Watcher>> {
  declare documentId: string;
  declare userId: string;
  declare isWatching: number;
}

export function defineWatcher(sequelize: Sequelize): void {
  Watcher.init({ documentId: id(), userId: id(), isWatching: integer() }, { sequelize, tableName: 'watchers' });
}
