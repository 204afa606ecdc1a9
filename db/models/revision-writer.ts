import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id } from '#db/models/columns.ts';

/** Someone besides its author who wrote a revision. */
export class RevisionWriter extends Model<InferAttributes<RevisionWriter>, InferCreationAttributes<RevisionWriter>> {
  declare revisionId: string;
  declare userId: string;
}

export function defineRevisionWriter(sequelize: Sequelize): void {
  RevisionWriter.init({ revisionId: id(), userId: id() }, { sequelize, tableName: 'revision_writers' });
}
