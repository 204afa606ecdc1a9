import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference, reference, text } from '#db/models/columns.ts';

/** An administrative act. Names accounts by id without a reference, so that it outlives them. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: string;
  /** Null for the operator at a terminal and for scheduled jobs. */
  declare actor: CreationOptional<string | null>;
  declare action: string;
  /** The id of the account acted on; an address for an invitation. */
  declare subject: string;
  /** JSON. */
  declare detail: string;
  declare via: 'web' | 'cli' | 'job';
  declare createdAt: number;
}

export function defineAuditEntry(sequelize: Sequelize): void {
  AuditEntry.init(
    {
      id: id(),
      actor: optionalReference(),
      action: text(),
      subject: reference(),
      detail: text(),
      via: text(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'audit' },
  );
}
