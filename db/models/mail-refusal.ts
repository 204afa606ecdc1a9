import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { instant, reference, text } from '#db/models/columns.ts';

/** The last permanent refusal of an account's address; in force while the account has that address. */
export class MailRefusal extends Model<InferAttributes<MailRefusal>, InferCreationAttributes<MailRefusal>> {
  declare userId: string;
  declare email: string;
  /** The mail server's answer. */
  declare reply: string;
  declare refusedAt: number;
}

export function defineMailRefusal(sequelize: Sequelize): void {
  MailRefusal.init(
    { userId: { ...reference(), primaryKey: true }, email: text(), reply: text(), refusedAt: instant() },
    { sequelize, tableName: 'mail_refusals' },
  );
}
