import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { id, instant, text } from '#db/models/columns.ts';

/** An acknowledged Yjs update that is not folded into the document's state yet. */
export class DocumentUpdate extends Model<InferAttributes<DocumentUpdate>, InferCreationAttributes<DocumentUpdate>> {
  declare documentId: string;
  declare number: number;
  declare changes: Buffer;
  /** Ids of the authors as a JSON array. */
  declare writers: string;
  declare createdAt: number;
}

export function defineDocumentUpdate(sequelize: Sequelize): void {
  DocumentUpdate.init(
    {
      documentId: id(),
      number: { type: DataTypes.INTEGER, primaryKey: true },
      changes: { type: DataTypes.BLOB, allowNull: false },
      writers: text(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'document_updates' },
  );
}
