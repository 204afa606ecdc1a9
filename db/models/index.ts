import type { Model, ModelStatic, Sequelize } from 'sequelize';
import { AccessRequest, defineAccessRequest } from '#db/models/access-request.ts';
import { AiAnswer, defineAiAnswer } from '#db/models/ai-answer.ts';
import { AiCeiling, defineAiCeiling } from '#db/models/ai-ceiling.ts';
import { associate } from '#db/models/associations.ts';
import { AuditEntry, defineAuditEntry } from '#db/models/audit-entry.ts';
import { Block, defineBlock } from '#db/models/block.ts';
import { Code, defineCode } from '#db/models/code.ts';
import { CodeGuess, defineCodeGuess } from '#db/models/code-guess.ts';
import { Comment, defineComment } from '#db/models/comment.ts';
import { Copy, defineCopy } from '#db/models/copy.ts';
import { DeclinedAddress, defineDeclinedAddress } from '#db/models/declined-address.ts';
import { Document, defineDocument } from '#db/models/document.ts';
import { DocumentCount, defineDocumentCount } from '#db/models/document-count.ts';
import { DocumentState, defineDocumentState } from '#db/models/document-state.ts';
import { DocumentText, defineDocumentText } from '#db/models/document-text.ts';
import { DocumentUpdate, defineDocumentUpdate } from '#db/models/document-update.ts';
import { defineFile, File } from '#db/models/file.ts';
import { defineFileText, FileText } from '#db/models/file-text.ts';
import { defineGrant, Grant } from '#db/models/grant.ts';
import { defineGroup, Group } from '#db/models/group.ts';
import { defineGroupKeeper, GroupKeeper } from '#db/models/group-keeper.ts';
import { defineGroupMember, GroupMember } from '#db/models/group-member.ts';
import { defineIdentity, Identity } from '#db/models/identity.ts';
import { defineImport, Import } from '#db/models/import.ts';
import { defineInstallation, Installation } from '#db/models/installation.ts';
import { defineInvitation, Invitation } from '#db/models/invitation.ts';
import { defineJobRun, JobRun } from '#db/models/job-run.ts';
import { defineKeptForm, KeptForm } from '#db/models/kept-form.ts';
import { defineLedgerEntry, LedgerEntry } from '#db/models/ledger-entry.ts';
import { defineLimit, Limit } from '#db/models/limit.ts';
import { defineLink, Link } from '#db/models/link.ts';
import { defineMail, Mail } from '#db/models/mail.ts';
import { defineMailChoice, MailChoice } from '#db/models/mail-choice.ts';
import { defineMailRefusal, MailRefusal } from '#db/models/mail-refusal.ts';
import { defineNotification, Notification } from '#db/models/notification.ts';
import { defineOauthConnection, OauthConnection } from '#db/models/oauth-connection.ts';
import { definePendingChange, PendingChange } from '#db/models/pending-change.ts';
import { definePendingLink, PendingLink } from '#db/models/pending-link.ts';
import { defineProcessRow, ProcessRow } from '#db/models/process-row.ts';
import { definePublicLink, PublicLink } from '#db/models/public-link.ts';
import { defineQuota, Quota } from '#db/models/quota.ts';
import { defineReaderState, ReaderState } from '#db/models/reader-state.ts';
import { defineRecoveryCode, RecoveryCode } from '#db/models/recovery-code.ts';
import { defineRemovedComment, RemovedComment } from '#db/models/removed-comment.ts';
import { defineRemovedFile, RemovedFile } from '#db/models/removed-file.ts';
import { defineRevision, Revision } from '#db/models/revision.ts';
import { defineRevisionWriter, RevisionWriter } from '#db/models/revision-writer.ts';
import { defineSavedSearch, SavedSearch } from '#db/models/saved-search.ts';
import { defineSentNotificationMail, SentNotificationMail } from '#db/models/sent-notification-mail.ts';
import { defineSession, Session } from '#db/models/session.ts';
import { defineShare, Share } from '#db/models/share.ts';
import { defineSpentState, SpentState } from '#db/models/spent-state.ts';
import { defineTakeout, Takeout } from '#db/models/takeout.ts';
import { defineTakeoutDocument, TakeoutDocument } from '#db/models/takeout-document.ts';
import { defineTemplate, Template } from '#db/models/template.ts';
import { defineTermsAcceptance, TermsAcceptance } from '#db/models/terms-acceptance.ts';
import { defineThread, Thread } from '#db/models/thread.ts';
import { defineToken, Token } from '#db/models/token.ts';
import { defineUser, User } from '#db/models/user.ts';
import { defineWaitingFile, WaitingFile } from '#db/models/waiting-file.ts';
import { defineWatcher, Watcher } from '#db/models/watcher.ts';
import { defineWriteProbe, WriteProbe } from '#db/models/write-probe.ts';

/**
 * A model for every table except the search index, which is not a regular table
 * (app/services/search/full-text-index.ts).
 */
export const models = {
  AccessRequest,
  AuditEntry,
  Block,
  Code,
  CodeGuess,
  Comment,
  Copy,
  DeclinedAddress,
  Document,
  DocumentCount,
  DocumentState,
  DocumentText,
  DocumentUpdate,
  File,
  FileText,
  Grant,
  Group,
  GroupKeeper,
  GroupMember,
  Identity,
  Import,
  Installation,
  Invitation,
  JobRun,
  KeptForm,
  AiAnswer,
  AiCeiling,
  LedgerEntry,
  Limit,
  Link,
  Mail,
  MailChoice,
  MailRefusal,
  Notification,
  OauthConnection,
  PendingLink,
  PublicLink,
  ProcessRow,
  Quota,
  ReaderState,
  RecoveryCode,
  RemovedComment,
  RemovedFile,
  Revision,
  RevisionWriter,
  SavedSearch,
  SentNotificationMail,
  Session,
  Share,
  SpentState,
  Takeout,
  TakeoutDocument,
  Template,
  TermsAcceptance,
  Thread,
  Token,
  PendingChange,
  User,
  WaitingFile,
  Watcher,
  WriteProbe,
};

const DEFINITIONS = [
  defineAccessRequest,
  defineAuditEntry,
  defineBlock,
  defineCode,
  defineCodeGuess,
  defineComment,
  defineCopy,
  defineDeclinedAddress,
  defineDocument,
  defineDocumentCount,
  defineDocumentState,
  defineDocumentText,
  defineDocumentUpdate,
  defineFile,
  defineFileText,
  defineGrant,
  defineGroup,
  defineGroupKeeper,
  defineGroupMember,
  defineIdentity,
  defineImport,
  defineInstallation,
  defineInvitation,
  defineJobRun,
  defineKeptForm,
  defineAiAnswer,
  defineAiCeiling,
  defineLedgerEntry,
  defineLimit,
  defineLink,
  defineMail,
  defineMailChoice,
  defineMailRefusal,
  defineNotification,
  defineOauthConnection,
  definePendingLink,
  definePublicLink,
  defineProcessRow,
  defineQuota,
  defineReaderState,
  defineRecoveryCode,
  defineRemovedComment,
  defineRemovedFile,
  defineRevision,
  defineRevisionWriter,
  defineSavedSearch,
  defineSentNotificationMail,
  defineSession,
  defineShare,
  defineSpentState,
  defineTakeout,
  defineTakeoutDocument,
  defineTemplate,
  defineTermsAcceptance,
  defineThread,
  defineToken,
  definePendingChange,
  defineUser,
  defineWaitingFile,
  defineWatcher,
  defineWriteProbe,
];

/** Initializes every model and association on a connection and returns it. */
export function defineModels(sequelize: Sequelize): Sequelize {
  for (const define of DEFINITIONS) define(sequelize);
  associate(models as unknown as Record<string, ModelStatic<Model>>);
  return sequelize;
}
