import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, optionalText, reference } from '#db/models/columns.ts';

/** A conversation about a document or one of its passages. Deleted with its last comment. */
export class Thread extends Model<InferAttributes<Thread>, InferCreationAttributes<Thread>> {
  declare id: string;
  declare documentId: string;
  /** The passage with the text around it (W3C TextQuoteSelector); null for the whole document. */
  declare quote: string | null;
  declare prefix: string | null;
  declare suffix: string | null;
  declare resolvedAt: CreationOptional<number | null>;
  declare createdAt: number;
}

export function defineThread(sequelize: Sequelize): void {
  Thread.init(
    {
      id: id(),
      documentId: reference(),
      quote: optionalText(),
      prefix: optionalText(),
      suffix: optionalText(),
      resolvedAt: optionalInstant(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'threads' },
  );
}
