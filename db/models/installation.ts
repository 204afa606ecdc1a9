import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { DataTypes, Model, type Sequelize } from 'sequelize';
import { instant, integer, optionalText } from '#db/models/columns.ts';

/** The single row that identifies the installation. */
export class Installation extends Model<InferAttributes<Installation>, InferCreationAttributes<Installation>> {
  declare id: number;
  /** A random token that the file storage contains too. */
  declare mark: string;
  /** Keyed hash that identifies the secret; null after a restore, until the next start. */
  declare secretMark: CreationOptional<string | null>;
  declare createdAt: number;
  /** 1 for a copy that sends nothing. */
  declare isTrial: CreationOptional<number>;
}

export function defineInstallation(sequelize: Sequelize): void {
  Installation.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      mark: { type: DataTypes.TEXT, allowNull: false },
      secretMark: optionalText(),
      createdAt: instant(),
      isTrial: { ...integer(), defaultValue: 0 },
    },
    { sequelize, tableName: 'installation' },
  );
}
