import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A committed save whose notifications have not been sent yet. */
export class PendingChange extends Model<InferAttributes<PendingChange>, InferCreationAttributes<PendingChange>> {
  declare id: string;
  declare documentId: string;
  /** Ids of the authors as a JSON array. */
  declare authors: string;
  /** Ids of people newly mentioned in the text, as a JSON array. */
  declare mentioned: string;
  declare createdAt: number;
}

export function definePendingChange(sequelize: Sequelize): void {
  PendingChange.init(
    { id: id(), documentId: reference(), authors: text(), mentioned: text(), createdAt: instant() },
    { sequelize, tableName: 'untold_changes' },
  );
}
