import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, integer } from '#db/models/columns.ts';

/** How many documents an account owns. Triggers on `documents` keep it; nothing else writes it. */
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
