import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A removed comment, kept for undo by the person who removed it. */
export class RemovedComment extends Model<InferAttributes<RemovedComment>, InferCreationAttributes<RemovedComment>> {
  declare id: string;
  declare documentId: string;
  declare authorId: string;
  declare removedBy: string;
  /** The row of `comments`, as JSON. */
  declare comment: string;
  /** The row of `threads`, as JSON: the thread is deleted with its last comment. */
  declare thread: string;
  /** The rows of `notifications` deleted with the thread, as JSON. */
  declare notifications: string;
  declare removedAt: number;
}

export function defineRemovedComment(sequelize: Sequelize): void {
  RemovedComment.init(
    {
      id: id(),
      documentId: reference(),
      authorId: reference(),
      removedBy: reference(),
      comment: text(),
      thread: text(),
      notifications: text(),
      removedAt: instant(),
    },
    { sequelize, tableName: 'removed_comments' },
  );
}
