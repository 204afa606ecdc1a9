/** What someone may do with a document, from the nearest share entry or from owning it. */
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

/** READ sees and changes nothing, EDIT edits; only the owner shares, archives and deletes; nobody changes the archived. */
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
