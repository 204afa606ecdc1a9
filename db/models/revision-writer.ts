import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id } from '#db/models/columns.ts';

/** An author of a revision besides its main author. */
export class RevisionWriter extends Model<InferAttributes<RevisionWriter>, InferCreationAttributes<RevisionWriter>> {
  declare revisionId: string;
  declare userId: string;
}

export function defineRevisionWriter(sequelize: Sequelize): void {
  RevisionWriter.init({ revisionId: id(), userId: id() }, { sequelize, tableName: 'revision_writers' });
}
