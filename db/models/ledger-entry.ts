import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import {
  bigInteger,
  count,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
} from '#db/models/columns.ts';

/** An AI call. Refers to accounts and documents by id without a foreign key, so that it outlives them. */
export class LedgerEntry extends Model<InferAttributes<LedgerEntry>, InferCreationAttributes<LedgerEntry>> {
  declare id: string;
  declare requestId: string;
  declare userId: string;
  declare documentId: CreationOptional<string | null>;
  declare feature: string;
  declare model: string;
  /** Number of tokens reserved for the call. */
  declare reserved: number;
  /** Prompt tokens of `reserved`, charged if the call is lost with its process. */
  declare reservedPrompt: CreationOptional<number>;
  /** Costs are billionths of the currency. */
  declare reservedCost: CreationOptional<number>;
  /** Null if the model had no price. */
  declare cost: CreationOptional<number | null>;
  /** JSON array of the ids of ceilings that hold the reservation. */
  declare ceilings: CreationOptional<string>;
  declare promptTokens: CreationOptional<number>;
  declare completionTokens: CreationOptional<number>;
  /** 1 if the provider reported no usage. */
  declare estimated: CreationOptional<number>;
  declare status: 'open' | 'done' | 'failed' | 'aborted' | 'lapsed';
  declare startedAt: number;
  /** Latest month (`YYYY-MM`) of the allowance and ceilings in which the call is reserved. */
  declare month: CreationOptional<string | null>;
  declare durationMs: CreationOptional<number | null>;
  /** An open call whose lease has passed counts as lapsed. */
  declare leaseUntil: CreationOptional<number | null>;
}

export function defineLedgerEntry(sequelize: Sequelize): void {
  LedgerEntry.init(
    {
      id: id(),
      requestId: reference(),
      userId: reference(),
      documentId: optionalReference(),
      feature: text(),
      model: text(),
      reserved: instant(),
      reservedPrompt: bigInteger(),
      reservedCost: bigInteger(),
      cost: optionalInstant(),
      ceilings: { ...text(), defaultValue: '[]' },
      promptTokens: bigInteger(),
      completionTokens: bigInteger(),
      estimated: count(),
      status: text(),
      startedAt: instant(),
      month: optionalText(),
      durationMs: optionalInstant(),
      leaseUntil: optionalInstant(),
    },
    { sequelize, tableName: 'ledger' },
  );
}
