import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference } from '#db/models/columns.ts';

/** An address that an administrator invited and that has no account yet. */
export class Invitation extends Model<InferAttributes<Invitation>, InferCreationAttributes<Invitation>> {
  declare email: string;
  declare invitedBy: CreationOptional<string | null>;
  declare createdAt: number;
}

export function defineInvitation(sequelize: Sequelize): void {
  Invitation.init(
    {
      email: id(),
      invitedBy: optionalReference(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'invitations' },
  );
}
