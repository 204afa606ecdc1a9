import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalReference, optionalText, reference, text } from '#db/models/columns.ts';

/** An audited event. Refers to accounts by id without a foreign key, so that it outlives them. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: string;
  /** Null for the operator at a terminal, for scheduled jobs and for visitors. */
  declare actor: CreationOptional<string | null>;
  declare action: string;
  /** Id of the account, group or document; an address for an invitation. */
  declare subject: string;
  /** JSON object. */
  declare detail: string;
  /** Client address; null outside a request. */
  declare address: CreationOptional<string | null>;
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
      address: optionalText(),
      via: text(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'audit' },
  );
}
