import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, text } from '#db/models/columns.ts';
import type { NotificationKind } from '#db/models/notification.ts';

export type MailTiming = 'now' | 'daily' | 'off';

/** A person's mail timing for one kind of notification. Without a row the default applies. */
export class MailChoice extends Model<InferAttributes<MailChoice>, InferCreationAttributes<MailChoice>> {
  declare userId: string;
  declare kind: NotificationKind;
  declare timing: MailTiming;
}

export function defineMailChoice(sequelize: Sequelize): void {
  MailChoice.init({ userId: id(), kind: id(), timing: text() }, { sequelize, tableName: 'mail_choices' });
}
