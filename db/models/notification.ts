import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import {
  count,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
} from '#db/models/columns.ts';

export type NotificationKind = 'mention' | 'reply' | 'comment' | 'share' | 'access-request' | 'change';

/** A notification in a person's inbox. Acts of the same thread are grouped into one until it is read. */
export class Notification extends Model<InferAttributes<Notification>, InferCreationAttributes<Notification>> {
  declare id: string;
  declare userId: string;
  declare kind: NotificationKind;
  declare documentId: string;
  declare threadId: string | null;
  /** The last person who acted; null for a deleted account. */
  declare actorId: string | null;
  /** Key by which acts are grouped: the thread, or the kind for acts on the whole document. */
  declare foldKey: string;
  /** Number of acts grouped in it. */
  declare acts: CreationOptional<number>;
  declare createdAt: number;
  declare readAt: CreationOptional<number | null>;
  /** Time when it is mailed unless it was read before; null for no mail. */
  declare mailDueAt: CreationOptional<number | null>;
  /** Kind of the act for which it is mailed; null for an older one, mailed as its kind. */
  declare mailKind: CreationOptional<NotificationKind | null>;
  /** 1 for the daily mail. */
  declare mailIsDaily: CreationOptional<number>;
  /** Time of the first act that the next mail contains. */
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
      mailKind: optionalText(),
      mailIsDaily: count(),
      mailSince: optionalInstant(),
    },
    { sequelize, tableName: 'notifications' },
  );
}
