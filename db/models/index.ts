import type { Sequelize } from 'sequelize';
import { defineCode } from '#db/models/code.ts';
import { Document, DocumentText, defineDocument } from '#db/models/document.ts';
import { defineGrant, Grant } from '#db/models/grant.ts';
import { defineIdentity, Identity } from '#db/models/identity.ts';
import { defineKeptForm, KeptForm } from '#db/models/kept-form.ts';
import { definePendingLink, PendingLink } from '#db/models/pending-link.ts';
import { defineReaderState } from '#db/models/reader-state.ts';
import { defineRevision, Revision } from '#db/models/revision.ts';
import { defineSession, Session } from '#db/models/session.ts';
import { defineShare, Share } from '#db/models/share.ts';
import { defineUser, User } from '#db/models/user.ts';

const DEFINITIONS = [
  defineCode,
  defineDocument,
  defineGrant,
  defineIdentity,
  defineKeptForm,
  definePendingLink,
  defineReaderState,
  defineRevision,
  defineSession,
  defineShare,
  defineUser,
];

/** Ties every model to one connection, and returns that. */
export function defineModels(sequelize: Sequelize): Sequelize {
  for (const define of DEFINITIONS) define(sequelize);
  return sequelize;
}

/** What services ask for through `models()` of the connection. */
export const models = {
  Document,
  DocumentText,
  Grant,
  Identity,
  KeptForm,
  PendingLink,
  Revision,
  Session,
  Share,
  User,
};
