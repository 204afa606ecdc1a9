import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** A version of the installation's terms that an account accepted. */
export class TermsAcceptance extends Model<InferAttributes<TermsAcceptance>, InferCreationAttributes<TermsAcceptance>> {
  declare userId: string;
  /** `TERMS_VERSION` at that time. */
  declare version: string;
  declare createdAt: number;
}

export function defineTermsAcceptance(sequelize: Sequelize): void {
  TermsAcceptance.init(
    { userId: id(), version: id(), createdAt: instant() },
    { sequelize, tableName: 'terms_acceptances' },
  );
}
