import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference, reference } from '#db/models/columns.ts';

/** A mail of news that was queued, kept for a day: mails of one document and person keep a distance. */
export class SentNews extends Model<InferAttributes<SentNews>, InferCreationAttributes<SentNews>> {
  declare id: string;
  declare userId: string;
  /** Null for a mail of the day. */
  declare documentId: string | null;
  declare sentAt: number;
}

export function defineSentNews(sequelize: Sequelize): void {
  SentNews.init(
    { id: id(), userId: reference(), documentId: optionalReference(), sentAt: instant() },
    { sequelize, tableName: 'sent_news' },
  );
}
