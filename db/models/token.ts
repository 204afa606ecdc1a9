import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, optionalText, reference, text } from '#db/models/columns.ts';

/** A personal access token, stored as a hash. */
export class Token extends Model<InferAttributes<Token>, InferCreationAttributes<Token>> {
  declare id: string;
  declare userId: string;
  declare name: string;
  declare tokenHash: string;
  /** `read`, `write` or `admin`. */
  declare scope: CreationOptional<string>;
  declare createdAt: number;
  declare expiresAt: CreationOptional<number | null>;
  declare lastUsedAt: CreationOptional<number | null>;
  declare lastAddress: CreationOptional<string | null>;
}

export function defineToken(sequelize: Sequelize): void {
  Token.init(
    {
      id: id(),
      userId: reference(),
      name: text(),
      tokenHash: reference(),
      scope: { ...text(), defaultValue: 'write' },
      createdAt: instant(),
      expiresAt: optionalInstant(),
      lastUsedAt: optionalInstant(),
      lastAddress: optionalText(),
    },
    { sequelize, tableName: 'tokens' },
  );
}
