import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, reference, text } from '#db/models/columns.ts';

/** The text a document had after one save. */
export class Revision extends Model<InferAttributes<Revision>, InferCreationAttributes<Revision>> {
  declare id: string;
  declare documentId: string;
  declare version: number;
  declare authorId: string;
  declare title: string;
  declare content: string;
  /** 1 when written by the editor on its own: such saves of one author may fold into one revision. */
  declare autosave: number;
  declare createdAt: number;
}

export function defineRevision(sequelize: Sequelize): void {
  Revision.init(
    {
      id: id(),
      documentId: reference(),
      version: count(),
      authorId: reference(),
      title: text(),
      content: text(),
      autosave: count(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'revisions' },
  );
}
