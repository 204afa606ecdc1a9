import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, optionalInstant, optionalInteger } from '#db/models/columns.ts';

/** One person's state for one document: star, last opened, and the version seen. */
export class ReaderState extends Model<InferAttributes<ReaderState>, InferCreationAttributes<ReaderState>> {
  declare userId: string;
  declare documentId: string;
  declare starredAt: number | null;
  declare openedAt: number | null;
  declare seenVersion: number | null;
}

export function defineReaderState(sequelize: Sequelize): void {
  ReaderState.init(
    {
      userId: id(),
      documentId: id(),
      starredAt: optionalInstant(),
      openedAt: optionalInstant(),
      seenVersion: optionalInteger(),
    },
    { sequelize, tableName: 'reader_states' },
  );
}
