import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, integer } from '#db/models/columns.ts';

/** Number of wrong codes of a guesser (`guessKey`) since an instant. The column is named `email`. */
export class CodeGuess extends Model<InferAttributes<CodeGuess>, InferCreationAttributes<CodeGuess>> {
  declare guesser: string;
  declare guesses: number;
  declare since: number;
}

export function defineCodeGuess(sequelize: Sequelize): void {
  CodeGuess.init(
    { guesser: { ...id(), field: 'email' }, guesses: integer(), since: instant() },
    { sequelize, tableName: 'code_guesses' },
  );
}
