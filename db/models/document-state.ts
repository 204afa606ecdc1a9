import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { count, id, instant } from '#db/models/columns.ts';

/** The shared live state (Yjs) of a document. */
export class DocumentState extends Model<InferAttributes<DocumentState>, InferCreationAttributes<DocumentState>> {
  declare documentId: string;
  /** Id of the state. Updates of another epoch are refused. */
  declare epoch: number;
  declare state: Buffer;
  /** Number of the document's last update. */
  declare lastNumber: number;
  /** Updates up to this number are part of `state`. */
  declare foldedNumber: number;
  declare usedAt: number;
}

export function defineDocumentState(sequelize: Sequelize): void {
  DocumentState.init(
    {
      documentId: id(),
      epoch: instant(),
      state: { type: DataTypes.BLOB, allowNull: false },
      lastNumber: count(),
      foldedNumber: count(),
      usedAt: instant(),
    },
    { sequelize, tableName: 'document_states' },
  );
}
