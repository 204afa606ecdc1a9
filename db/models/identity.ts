import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { instant, reference } from '#db/models/columns.ts';

/** A provider identity and the account it signs in to. */
export class Identity extends Model<InferAttributes<Identity>, InferCreationAttributes<Identity>> {
  declare providerName: 'github' | 'google' | 'oidc';
  declare providerId: string;
  declare userId: string;
  declare createdAt: number;
}

export function defineIdentity(sequelize: Sequelize): void {
  Identity.init(
    {
      providerName: { ...reference(), primaryKey: true },
      providerId: { ...reference(), primaryKey: true },
      userId: reference(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'identities' },
  );
}
