import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { integer, optionalReference, reference } from '#db/models/columns.ts';

/** A document that a takeout has yet to pack. A deleted document is removed only when no takeout needs it. */
export class TakeoutDocument extends Model<InferAttributes<TakeoutDocument>, InferCreationAttributes<TakeoutDocument>> {
  declare takeoutId: string;
  declare documentId: string;
  /** Parent of the document when the takeout was recorded. */
  declare parentId: string | null;
  /** The last version its author could read. */
  declare version: number;
}

export function defineTakeoutDocument(sequelize: Sequelize): void {
  TakeoutDocument.init(
    {
      takeoutId: { ...reference(), primaryKey: true },
      documentId: { ...reference(), primaryKey: true },
      parentId: optionalReference(),
      version: integer(),
    },
    { sequelize, tableName: 'takeout_documents' },
  );
}
