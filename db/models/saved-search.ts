import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, reference, text } from '#db/models/columns.ts';

/** A search that a person saved under a name. */
export class SavedSearch extends Model<InferAttributes<SavedSearch>, InferCreationAttributes<SavedSearch>> {
  declare id: string;
  declare userId: string;
  declare name: string;
  /** Query string of the search page. */
  declare query: string;
  declare createdAt: number;
}

export function defineSavedSearch(sequelize: Sequelize): void {
  SavedSearch.init(
    { id: id(), userId: reference(), name: text(), query: text(), createdAt: instant() },
    { sequelize, tableName: 'saved_searches' },
  );
}
