import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { count, id, instant, optionalInstant, reference } from '#db/models/columns.ts';

/** A provider identity whose address has an account. It is linked once that account has signed in. */
export class PendingLink extends Model<InferAttributes<PendingLink>, InferCreationAttributes<PendingLink>> {
  /** SHA-256 of the tempId in the browser's cookie. */
  declare id: string;
  declare userId: string;
  declare providerName: 'github' | 'google' | 'oidc';
  declare providerId: string;
  /** 1 if the person chose to stay signed in. */
  declare remember: number;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: CreationOptional<number | null>;
}

export function definePendingLink(sequelize: Sequelize): void {
  PendingLink.init(
    {
      id: id(),
      userId: reference(),
      providerName: reference(),
      providerId: reference(),
      remember: count(),
      createdAt: instant(),
      expiresAt: instant(),
      usedAt: optionalInstant(),
    },
    { sequelize, tableName: 'pending_links' },
  );
}
