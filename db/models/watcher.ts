import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, integer } from '#db/models/columns.ts';

/** A person's choice to watch a document (1), its branch (2), or not at all (0). */
export class Watcher extends Model<InferAttributes<Watcher>, InferCreationAttributes<Watcher>> {
  declare documentId: string;
  declare userId: string;
  declare isWatching: number;
}

export function defineWatcher(sequelize: Sequelize): void {
  Watcher.init({ documentId: id(), userId: id(), isWatching: integer() }, { sequelize, tableName: 'watchers' });
}
