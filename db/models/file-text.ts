import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, optionalText, text } from '#db/models/columns.ts';

/** Why a file is found by its name alone. */
export type FileTextProblem = 'tooLarge' | 'damaged' | 'protected' | 'tooSlow';

/** What the search index has of one attached file. */
export class FileText extends Model<InferAttributes<FileText>, InferCreationAttributes<FileText>> {
  declare fileId: string;
  /** The beginning of its text, for passages; empty for a picture, a sound or an archive. */
  declare content: string;
  /** Tokens of its name and text, beginning and ending with a blank. */
  declare tokens: string;
  declare problem: CreationOptional<FileTextProblem | null>;
}

export function defineFileText(sequelize: Sequelize): void {
  FileText.init(
    { fileId: id(), content: text(), tokens: text(), problem: optionalText() },
    { sequelize, tableName: 'file_texts' },
  );
}
