import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference, reference } from '#db/models/columns.ts';

/** A queued notification mail, stored for a day to space out mails about the same document. */
export class SentNotificationMail extends Model<
  InferAttributes<SentNotificationMail>,
  InferCreationAttributes<SentNotificationMail>
> {
  declare id: string;
  declare userId: string;
  /** Null for a daily mail. */
  declare documentId: string | null;
  declare sentAt: number;
}

export function defineSentNotificationMail(sequelize: Sequelize): void {
  SentNotificationMail.init(
    { id: id(), userId: reference(), documentId: optionalReference(), sentAt: instant() },
    { sequelize, tableName: 'sent_news' },
  );
}
