import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, integer, optionalInstant, optionalText, reference, text } from '#db/models/columns.ts';

/** A comment of a thread: its Markdown, and the HTML rendered by a version of the renderer. */
export class Comment extends Model<InferAttributes<Comment>, InferCreationAttributes<Comment>> {
  declare id: string;
  declare threadId: string;
  declare authorId: string;
  /** Name of an imported comment's author without an account here; `authorId` is then the importer. */
  declare authorName: CreationOptional<string | null>;
  declare body: string;
  declare html: string;
  declare renderVersion: number;
  declare createdAt: number;
  declare editedAt: CreationOptional<number | null>;
}

export function defineComment(sequelize: Sequelize): void {
  Comment.init(
    {
      id: id(),
      threadId: reference(),
      authorId: reference(),
      authorName: optionalText(),
      body: text(),
      html: text(),
      renderVersion: integer(),
      createdAt: instant(),
      editedAt: optionalInstant(),
    },
    { sequelize, tableName: 'comments' },
  );
}
