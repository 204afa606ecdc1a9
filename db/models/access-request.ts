import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant, optionalInstant, reference, text } from '#db/models/columns.ts';

/** A request for access to a document. At most one per person and document; a repeated request renews it. */
export class AccessRequest extends Model<InferAttributes<AccessRequest>, InferCreationAttributes<AccessRequest>> {
  declare id: string;
  declare documentId: string;
  declare userId: string;
  declare message: string;
  declare requestedAt: number;
  /** Time when the owner dismissed it; null while pending. */
  declare dismissedAt: CreationOptional<number | null>;
}

export function defineAccessRequest(sequelize: Sequelize): void {
  AccessRequest.init(
    {
      id: id(),
      documentId: reference(),
      userId: reference(),
      message: text(),
      requestedAt: instant(),
      dismissedAt: optionalInstant(),
    },
    { sequelize, tableName: 'access_requests' },
  );
}
