import type { Sequelize } from 'sequelize';
import { defineCode } from '#db/models/code.ts';
import { defineDocument } from '#db/models/document.ts';
import { defineGrant } from '#db/models/grant.ts';
import { defineIdentity } from '#db/models/identity.ts';
import { defineKeptForm } from '#db/models/kept-form.ts';
import { definePendingLink } from '#db/models/pending-link.ts';
import { defineReaderState } from '#db/models/reader-state.ts';
import { defineRevision } from '#db/models/revision.ts';
import { defineSession } from '#db/models/session.ts';
import { defineShare } from '#db/models/share.ts';
import { defineUser } from '#db/models/user.ts';

/** Ties every model to one connection. */
export function defineModels(sequelize: Sequelize): void {
  for (const define of [
    defineUser,
    defineSession,
    defineCode,
    defineGrant,
    defineDocument,
    defineReaderState,
    defineRevision,
    defineShare,
    defineKeptForm,
    defineIdentity,
    definePendingLink,
  ]) {
    define(sequelize);
  }
}
