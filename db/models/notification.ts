import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, optionalReference, reference, text } from '#db/models/columns.ts';

export type NotificationKind = 'mention' | 'reply' | 'comment' | 'share' | 'access-request' | 'change';

/** One line of a person's inbox. Acts of the same thread fold into one line until it is read. */
export class Notification extends Model<InferAttributes<Notification>, InferCreationAttributes<Notification>> {
  declare id: string;
  declare userId: string;
  declare kind: NotificationKind;
  declare documentId: string;
  declare threadId: string | null;
  /** Who acted last; null once that account is gone. */
  declare actorId: string | null;
  /** The thread, or the kind for what is about the document as a whole. */
  declare foldKey: string;
  /** How many acts were folded into it. */
  declare acts: CreationOptional<number>;
  declare createdAt: number;
  declare readAt: CreationOptional<number | null>;
  /** When it is mailed unless it is read before; null if it is not, or was. */
  declare mailDueAt: CreationOptional<number | null>;
  /** 1 if the mail gathers a day. */
  declare mailIsDaily: CreationOptional<number>;
  /** The first act the next mail tells of. */
  declare mailSince: CreationOptional<number | null>;
}

export function defineNotification(sequelize: Sequelize): void {
  Notification.init(
    {
      id: id(),
      userId: reference(),
      kind: text(),
      documentId: reference(),
      threadId: optionalReference(),
      actorId: optionalReference(),
      foldKey: text(),
      acts: count(1),
      createdAt: instant(),
      readAt: optionalInstant(),
      mailDueAt: optionalInstant(),
      mailIsDaily: count(),
      mailSince: optionalInstant(),
    },
    { sequelize, tableName: 'notifications' },
  );
}
