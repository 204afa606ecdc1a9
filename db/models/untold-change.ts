import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A save whose readers are told as soon as it has committed. */
export class UntoldChange extends Model<InferAttributes<UntoldChange>, InferCreationAttributes<UntoldChange>> {
  declare id: string;
  declare documentId: string;
  /** JSON array of the ids of those who wrote. */
  declare authors: string;
  /** JSON array of the ids of those whom the new text mentions and the old one did not. */
  declare mentioned: string;
  declare createdAt: number;
}

export function defineUntoldChange(sequelize: Sequelize): void {
  UntoldChange.init(
    { id: id(), documentId: reference(), authors: text(), mentioned: text(), createdAt: instant() },
    { sequelize, tableName: 'untold_changes' },
  );
}
