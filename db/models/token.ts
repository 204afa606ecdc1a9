import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, optionalText, reference, text } from '#db/models/columns.ts';

/** A personal access token. */
export class Token extends Model<InferAttributes<Token>, InferCreationAttributes<Token>> {
  declare id: string;
  declare userId: string;
  declare name: string;
  declare tokenHash: string;
  declare scope: CreationOptional<'read' | 'write' | 'admin'>;
  /** Null for a token without an end. */
  declare expiresAt: CreationOptional<number | null>;
  declare lastAddress: CreationOptional<string | null>;
  declare createdAt: number;
  declare lastUsedAt: CreationOptional<number | null>;
}

export function defineToken(sequelize: Sequelize): void {
  Token.init(
    {
      id: id(),
      userId: reference(),
      name: text(),
      tokenHash: reference(),
      scope: { ...text(), defaultValue: 'write' },
      expiresAt: optionalInstant(),
      lastAddress: optionalText(),
      createdAt: instant(),
      lastUsedAt: optionalInstant(),
    },
    { sequelize, tableName: 'tokens' },
  );
}
