import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, integer } from '#db/models/columns.ts';

/** Number of wrong codes for an address since an instant. */
export class CodeGuess extends Model<InferAttributes<CodeGuess>, InferCreationAttributes<CodeGuess>> {
  declare email: string;
  declare guesses: number;
  declare since: number;
}

export function defineCodeGuess(sequelize: Sequelize): void {
  CodeGuess.init({ email: id(), guesses: integer(), since: instant() }, { sequelize, tableName: 'code_guesses' });
}
