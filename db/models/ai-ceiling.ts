import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { bigInteger, id, optionalInstant, optionalReference, text } from '#db/models/columns.ts';

/** A monthly ceiling for AI. Sums count only for `month`; costs are billionths of the currency. */
export class AiCeiling extends Model<InferAttributes<AiCeiling>, InferCreationAttributes<AiCeiling>> {
  /** Id of the group; `installation` for everybody together. */
  declare id: string;
  declare groupId: CreationOptional<string | null>;
  /** Null without a limit, as is `monthlyCost`. */
  declare monthlyTokens: CreationOptional<number | null>;
  declare monthlyCost: CreationOptional<number | null>;
  /** `YYYY-MM` in UTC. */
  declare month: CreationOptional<string>;
  declare used: CreationOptional<number>;
  declare reserved: CreationOptional<number>;
  declare usedCost: CreationOptional<number>;
  declare reservedCost: CreationOptional<number>;
}

export function defineAiCeiling(sequelize: Sequelize): void {
  AiCeiling.init(
    {
      id: id(),
      groupId: optionalReference(),
      monthlyTokens: optionalInstant(),
      monthlyCost: optionalInstant(),
      month: { ...text(), defaultValue: '' },
      used: bigInteger(),
      reserved: bigInteger(),
      usedCost: bigInteger(),
      reservedCost: bigInteger(),
    },
    { sequelize, tableName: 'ai_ceilings' },
  );
}
