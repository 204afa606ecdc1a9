import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { bigInteger, id, instant, integer, optionalInstant, reference, text } from '#db/models/columns.ts';

/** A document's public link; at most one per document. */
export class PublicLink extends Model<InferAttributes<PublicLink>, InferCreationAttributes<PublicLink>> {
  declare documentId: string;
  declare tokenHash: string;
  /** The encrypted token, to show the address to the owner again. */
  declare sealed: string;
  /** 1 if the link opens the branch below the document. */
  declare withChildren: number;
  declare expiresAt: CreationOptional<number | null>;
  declare views: CreationOptional<number>;
  declare createdAt: number;
}

export function definePublicLink(sequelize: Sequelize): void {
  PublicLink.init(
    {
      documentId: id(),
      tokenHash: reference(),
      sealed: text(),
      withChildren: integer(),
      expiresAt: optionalInstant(),
      views: bigInteger(),
      createdAt: instant(),
    },
    { sequelize, tableName: 'public_links' },
  );
}
