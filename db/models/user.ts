import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import type { Language } from '#app/i18n/language.ts';
import { count, id, instant, optionalInstant, optionalText, text } from '#db/models/columns.ts';

export type UserStatus = 'ACTIVE' | 'SUSPENDED' | 'DELETED';
export type UserRole = 'USER' | 'ADMIN';

/** An account. It cannot sign in until its address is verified (`verifiedAt`). */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string;
  declare email: string;
  declare passwordHash: string | null;
  declare status: UserStatus;
  declare role: UserRole;
  declare displayName: string | null;
  declare username: string | null;
  declare imageUrl: string | null;
  declare lng: Language | null;
  /** 1 if they are hidden from others while reading. */
  declare hidesReading: CreationOptional<number>;
  /** IANA time zone; null for UTC. */
  declare timeZone: CreationOptional<string | null>;
  /** SHA-256 of the cookie that binds an unverified registration and its password to one browser. */
  declare registrationHash: string | null;
  declare verifiedAt: CreationOptional<number | null>;
  /** Time of deletion; the account is purged thirty days later. */
  declare deletedAt: CreationOptional<number | null>;
  /** Time since which signing in also requires a mailed code; null if it does not. */
  declare mailFactorAt: CreationOptional<number | null>;
  /** The authenticator's secret, sealed; active once `totpConfirmedAt` is set. */
  declare totpSecret: CreationOptional<string | null>;
  declare totpConfirmedAt: CreationOptional<number | null>;
  /** The newest 30-second step whose code was used; it and older ones are invalid. */
  declare totpStep: CreationOptional<number | null>;
  /** Storage limit in bytes; null for no limit. */
  declare storageLimit: CreationOptional<number | null>;
  /** Time of the last activity, within the hour; null for none. */
  declare lastSeenAt: CreationOptional<number | null>;
  declare createdAt: number;
  declare updatedAt: number;
}

export function defineUser(sequelize: Sequelize): void {
  User.init(
    {
      id: id(),
      email: text(),
      passwordHash: optionalText(),
      status: { ...text(), defaultValue: 'ACTIVE' },
      role: { ...text(), defaultValue: 'USER' },
      displayName: optionalText(),
      username: optionalText(),
      imageUrl: optionalText(),
      lng: optionalText(),
      hidesReading: count(),
      timeZone: optionalText(),
      registrationHash: optionalText(),
      verifiedAt: optionalInstant(),
      deletedAt: optionalInstant(),
      mailFactorAt: optionalInstant(),
      totpSecret: optionalText(),
      totpConfirmedAt: optionalInstant(),
      totpStep: optionalInstant(),
      storageLimit: optionalInstant(),
      lastSeenAt: optionalInstant(),
      createdAt: instant(),
      updatedAt: instant(),
    },
    { sequelize, tableName: 'users' },
  );
}
