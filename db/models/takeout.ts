import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, optionalInteger, optionalText, reference, text } from '#db/models/columns.ts';

/**
 * Reason why an author lost access: the documents or their owner's account were deleted, a share ended, or the
 * documents were moved out of a shared branch.
 */
export type TakeoutCause = 'deleted' | 'unshared' | 'moved' | 'purged';

/** A zip of the documents to which their author lost access, created in the background. */
export class Takeout extends Model<InferAttributes<Takeout>, InferCreationAttributes<Takeout>> {
  declare id: string;
  declare userId: string;
  /** The owner of the documents, whose account may be deleted. */
  declare ownerId: string;
  declare cause: TakeoutCause;
  /** Title of its first document; null until it is packed. */
  declare title: CreationOptional<string | null>;
  /** Number of documents; null until it is packed. */
  declare documents: CreationOptional<number | null>;
  /** Time when a process last started to pack it. */
  declare workedAt: number;
  declare packedAt: CreationOptional<number | null>;
  declare createdAt: number;
  declare expiresAt: number;
}

export function defineTakeout(sequelize: Sequelize): void {
  Takeout.init(
    {
      id: id(),
      userId: reference(),
      ownerId: reference(),
      cause: text(),
      title: optionalText(),
      documents: optionalInteger(),
      workedAt: instant(),
      packedAt: optionalInstant(),
      createdAt: instant(),
      expiresAt: instant(),
    },
    { sequelize, tableName: 'takeouts' },
  );
}
