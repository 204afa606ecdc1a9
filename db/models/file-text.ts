import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, optionalText, text } from '#db/models/columns.ts';

/** Reason why a file is found only by its name. */
export type FileTextProblem = 'tooLarge' | 'damaged' | 'protected' | 'tooSlow';

/** The indexed text of an attached file. */
export class FileText extends Model<InferAttributes<FileText>, InferCreationAttributes<FileText>> {
  declare fileId: string;
  /** Beginning of its text, for search passages; empty for images, sound and archives. */
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
