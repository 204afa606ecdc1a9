/** Access to a document, from the nearest share entry or from ownership. */
export type Access = {
  permission: 'EDIT' | 'READ';
  isOwner: boolean;
  isArchived: boolean;
};
export type Abilities = {
  edit: boolean;
  addChild: boolean;
  move: boolean;
  share: boolean;
  archive: boolean;
  delete: boolean;
};

/** READ only reads, EDIT also edits; only the owner shares, archives and deletes; archived documents are read-only. */
export function abilities({ permission, isOwner, isArchived }: Access): Abilities {
  const edit = permission === 'EDIT' && !isArchived;
  return {
    edit,
    addChild: edit,
    move: edit,
    share: isOwner && !isArchived,
    archive: isOwner && !isArchived,
    delete: isOwner && isArchived,
  };
}
