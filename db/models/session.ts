import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, optionalText, reference, text } from '#db/models/columns.ts';

/**
 * A sign-in on one device: a family of refresh tokens. Each token is an HMAC of id, salt and generation and is not
 * stored. So a leaked table grants no access, and a token's successor can be computed again (see rotate-session).
 */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string;
  declare userId: string;
  declare salt: string;
  declare generation: CreationOptional<number>;
  declare rotatedAt: number;
  /** 1 if the person chose to stay signed in. */
  declare remember: number;
  declare userAgent: string | null;
  declare createdAt: number;
  declare lastSeenAt: number;
  declare expiresAt: number;
  declare endedAt: CreationOptional<number | null>;
  /** Time of the last proof of identity, including the sign-in. */
  declare provedAt: CreationOptional<number>;
}

export function defineSession(sequelize: Sequelize): void {
  Session.init(
    {
      id: id(),
      userId: reference(),
      salt: text(),
      generation: count(),
      rotatedAt: instant(),
      remember: count(),
      userAgent: optionalText(),
      createdAt: instant(),
      lastSeenAt: instant(),
      expiresAt: instant(),
      endedAt: optionalInstant(),
      provedAt: { ...instant(), defaultValue: 0 },
    },
    { sequelize, tableName: 'sessions' },
  );
}
