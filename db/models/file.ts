import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import {
  id,
  instant,
  optionalInstant,
  optionalInteger,
  optionalReference,
  reference,
  text,
} from '#db/models/columns.ts';

/** An uploaded file. `documentId` has no constraint: files of a deleted document stay for thirty days. */
export class File extends Model<InferAttributes<File>, InferCreationAttributes<File>> {
  declare id: string;
  declare fileKey: string;
  /** The account whose storage limit it counts against. */
  declare ownerId: string;
  declare uploaderId: CreationOptional<string | null>;
  declare documentId: CreationOptional<string | null>;
  declare name: string;
  declare ext: string;
  declare type: string;
  /** Number of bytes; null until the upload is confirmed. */
  declare size: CreationOptional<number | null>;
  declare width: CreationOptional<number | null>;
  declare height: CreationOptional<number | null>;
  /** SHA-256 of the bytes. One owner stores equal bytes once. */
  declare contentHash: CreationOptional<string | null>;
  declare createdAt: number;
  declare expiresAt: number;
  declare confirmedAt: CreationOptional<number | null>;
  declare orphanedAt: CreationOptional<number | null>;
}

export function defineFile(sequelize: Sequelize): void {
  File.init(
    {
      id: id(),
      fileKey: reference(),
      ownerId: reference(),
      uploaderId: optionalReference(),
      documentId: optionalReference(),
      name: text(),
      ext: text(),
      type: text(),
      size: optionalInstant(),
      width: optionalInteger(),
      height: optionalInteger(),
      contentHash: optionalReference(),
      createdAt: instant(),
      expiresAt: instant(),
      confirmedAt: optionalInstant(),
      orphanedAt: optionalInstant(),
    },
    { sequelize, tableName: 'files' },
  );
}
