import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { instant } from '#db/models/columns.ts';

/** The single row written to test whether the database accepts writes. */
export class WriteProbe extends Model<InferAttributes<WriteProbe>, InferCreationAttributes<WriteProbe>> {
  declare id: number;
  declare writtenAt: number;
}

export function defineWriteProbe(sequelize: Sequelize): void {
  WriteProbe.init(
    { id: { type: DataTypes.INTEGER, primaryKey: true }, writtenAt: instant() },
    { sequelize, tableName: 'write_probe' },
  );
}
