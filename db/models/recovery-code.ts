import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, optionalInstant } from '#db/models/columns.ts';

/** A recovery code for the second factor. Each is used once. */
export class RecoveryCode extends Model<InferAttributes<RecoveryCode>, InferCreationAttributes<RecoveryCode>> {
  declare userId: string;
  declare codeHash: string;
  declare usedAt: CreationOptional<number | null>;
}

export function defineRecoveryCode(sequelize: Sequelize): void {
  RecoveryCode.init(
    {
      userId: id(),
      codeHash: id(),
      usedAt: optionalInstant(),
    },
    { sequelize, tableName: 'recovery_codes' },
  );
}
