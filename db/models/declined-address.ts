import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** An address without an account whose holder wants no mails about shared documents. */
export class DeclinedAddress extends Model<InferAttributes<DeclinedAddress>, InferCreationAttributes<DeclinedAddress>> {
  declare email: string;
  declare declinedAt: number;
}

export function defineDeclinedAddress(sequelize: Sequelize): void {
  DeclinedAddress.init({ email: id(), declinedAt: instant() }, { sequelize, tableName: 'declined_addresses' });
}
