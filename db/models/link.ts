import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id } from '#db/models/columns.ts';

/** A link between documents. `toId` may refer to a document that was deleted or does not exist yet. */
export class Link extends Model<InferAttributes<Link>, InferCreationAttributes<Link>> {
  declare fromId: string;
  declare toId: string;
}

export function defineLink(sequelize: Sequelize): void {
  Link.init(
    {
      fromId: id(),
      toId: id(),
    },
    { sequelize, tableName: 'links' },
  );
}
