import type { Model, ModelStatic } from 'sequelize';

type Reference = [owner: string, foreignKey: string, target: string, as: string];

/** Every foreign key of the schema. */
const REFERENCES: Reference[] = [
  ['AccessRequest', 'documentId', 'Document', 'document'],
  ['AccessRequest', 'userId', 'User', 'user'],
  ['AiAnswer', 'userId', 'User', 'user'],
  ['AiAnswer', 'documentId', 'Document', 'document'],
  ['AiCeiling', 'groupId', 'Group', 'group'],
  ['Block', 'userId', 'User', 'user'],
  ['Block', 'blockedId', 'User', 'blocked'],
  ['Comment', 'threadId', 'Thread', 'thread'],
  ['Comment', 'authorId', 'User', 'author'],
  ['Copy', 'userId', 'User', 'user'],
  ['Document', 'parentId', 'Document', 'parent'],
  ['Document', 'ownerId', 'User', 'owner'],
  ['Document', 'createdBy', 'User', 'creator'],
  ['Document', 'updatedBy', 'User', 'updater'],
  ['DocumentCount', 'ownerId', 'User', 'owner'],
  ['DocumentState', 'documentId', 'Document', 'document'],
  ['DocumentText', 'documentId', 'Document', 'document'],
  ['DocumentUpdate', 'documentId', 'Document', 'document'],
  ['File', 'ownerId', 'User', 'owner'],
  ['FileText', 'fileId', 'File', 'file'],
  ['Grant', 'userId', 'User', 'user'],
  ['GroupKeeper', 'groupId', 'Group', 'group'],
  ['GroupKeeper', 'userId', 'User', 'user'],
  ['GroupMember', 'groupId', 'Group', 'group'],
  ['GroupMember', 'userId', 'User', 'user'],
  ['Identity', 'userId', 'User', 'user'],
  ['Import', 'userId', 'User', 'user'],
  ['Import', 'parentId', 'Document', 'parent'],
  ['Invitation', 'invitedBy', 'User', 'inviter'],
  ['KeptForm', 'userId', 'User', 'user'],
  ['Link', 'fromId', 'Document', 'source'],
  ['MailChoice', 'userId', 'User', 'user'],
  ['MailRefusal', 'userId', 'User', 'user'],
  ['Notification', 'userId', 'User', 'user'],
  ['Notification', 'documentId', 'Document', 'document'],
  ['Notification', 'threadId', 'Thread', 'thread'],
  ['Notification', 'actorId', 'User', 'actor'],
  ['OauthConnection', 'tokenId', 'Token', 'token'],
  ['PendingLink', 'userId', 'User', 'user'],
  ['PublicLink', 'documentId', 'Document', 'document'],
  ['Quota', 'userId', 'User', 'user'],
  ['ReaderState', 'userId', 'User', 'user'],
  ['ReaderState', 'documentId', 'Document', 'document'],
  ['RecoveryCode', 'userId', 'User', 'user'],
  ['RemovedComment', 'documentId', 'Document', 'document'],
  ['RemovedComment', 'authorId', 'User', 'author'],
  ['RemovedComment', 'removedBy', 'User', 'remover'],
  ['RemovedFile', 'ownerId', 'User', 'owner'],
  ['Revision', 'documentId', 'Document', 'document'],
  ['Revision', 'authorId', 'User', 'author'],
  ['RevisionWriter', 'revisionId', 'Revision', 'revision'],
  ['RevisionWriter', 'userId', 'User', 'writer'],
  ['SavedSearch', 'userId', 'User', 'user'],
  ['Session', 'userId', 'User', 'user'],
  ['SentNotificationMail', 'userId', 'User', 'user'],
  ['Share', 'documentId', 'Document', 'document'],
  ['Share', 'groupId', 'Group', 'group'],
  ['Share', 'userId', 'User', 'user'],
  ['Takeout', 'userId', 'User', 'user'],
  ['TakeoutDocument', 'takeoutId', 'Takeout', 'takeout'],
  ['TakeoutDocument', 'documentId', 'Document', 'document'],
  ['Template', 'documentId', 'Document', 'document'],
  ['Thread', 'documentId', 'Document', 'document'],
  ['Token', 'userId', 'User', 'user'],
  ['PendingChange', 'documentId', 'Document', 'document'],
  ['WaitingFile', 'documentId', 'Document', 'document'],
  ['Watcher', 'documentId', 'Document', 'document'],
  ['Watcher', 'userId', 'User', 'user'],
];

/** Declares the associations for `include`. Throws for an unknown model name. */
export function associate(models: Record<string, ModelStatic<Model>>): void {
  for (const [owner, foreignKey, target, as] of REFERENCES) {
    const [source, referenced] = [models[owner], models[target]];
    if (!source || !referenced) throw new Error(`${owner}.${foreignKey} refers to no model`);
    if (!source.associations[as]) source.belongsTo(referenced, { foreignKey, as, constraints: false });
  }
}
