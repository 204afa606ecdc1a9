import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, integer } from '#db/models/columns.ts';

/** Number of documents an account owns. Written only by triggers on `documents`. */
export class DocumentCount extends Model<InferAttributes<DocumentCount>, InferCreationAttributes<DocumentCount>> {
  declare ownerId: string;
  declare present: number;
  declare archived: number;
}

export function defineDocumentCount(sequelize: Sequelize): void {
  DocumentCount.init(
    {
      ownerId: id(),
      present: integer(),
      archived: integer(),
    },
    { sequelize, tableName: 'document_counts' },
  );
}
