import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, reference, text } from '#db/models/columns.ts';

/** The link between an access token and the OAuth client it was issued to. */
export class OauthConnection extends Model<InferAttributes<OauthConnection>, InferCreationAttributes<OauthConnection>> {
  declare tokenId: string;
  /** SHA-256 of the client id. */
  declare clientHash: string;
  /** SHA-256 of the grant in the authorization code. */
  declare codeHash: string;
  /** Scope that the person allowed: `read` or `write`. The token may have a narrower one. */
  declare scope: string;
  /** Number of renewals; names the valid refresh token. */
  declare generation: CreationOptional<number>;
  declare rotatedAt: number;
  /** Expiry of the refresh token; null for a client that does not renew. */
  declare renewableUntil: CreationOptional<number | null>;
  declare createdAt: number;
}

export function defineOauthConnection(sequelize: Sequelize): void {
  OauthConnection.init(
    {
      tokenId: id(),
      clientHash: text(),
      codeHash: reference(),
      scope: text(),
      generation: count(),
      rotatedAt: instant(),
      renewableUntil: optionalInstant(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'oauth_connections' },
  );
}
