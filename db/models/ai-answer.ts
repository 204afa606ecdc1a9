import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInteger, optionalReference, optionalText, reference, text } from '#db/models/columns.ts';

/** An answer of an AI page, stored for the person who asked. */
export class AiAnswer extends Model<InferAttributes<AiAnswer>, InferCreationAttributes<AiAnswer>> {
  /** Request id of the call, as in the ledger. */
  declare id: string;
  declare userId: string;
  /** Null for a question about all documents. */
  declare documentId: string | null;
  /** The form's fields as JSON. */
  declare asked: string;
  declare answer: string;
  /** Version of the document that was read. */
  declare version: number | null;
  /** Why the answer is incomplete: the text was too long to send, the answer reached its longest length or ended early. */
  declare cut: CreationOptional<'text' | 'answer' | 'early' | null>;
  declare createdAt: number;
  declare expiresAt: number;
}

export function defineAiAnswer(sequelize: Sequelize): void {
  AiAnswer.init(
    {
      id: id(),
      userId: reference(),
      documentId: optionalReference(),
      asked: text(),
      answer: text(),
      version: optionalInteger(),
      cut: optionalText(),
      createdAt: instant(),
      expiresAt: instant(),
    },
    { sequelize, tableName: 'ai_answers' },
  );
}
