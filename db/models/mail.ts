import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalText } from '#db/models/columns.ts';

/** A queued mail. The row is deleted when the mail is sent, expired or permanently refused. */
export class Mail extends Model<InferAttributes<Mail>, InferCreationAttributes<Mail>> {
  declare id: string;
  /** The encrypted mail; null if there is nothing to send. */
  declare sealed: CreationOptional<string | null>;
  declare attempts: CreationOptional<number>;
  declare nextAttemptAt: number;
  declare createdAt: number;
  declare expiresAt: number;
}

export function defineMail(sequelize: Sequelize): void {
  Mail.init(
    {
      id: id(),
      sealed: optionalText(),
      attempts: count(),
      nextAttemptAt: instant(),
      createdAt: instant(),
      expiresAt: instant(),
    },
    { sequelize, tableName: 'mails' },
  );
}
