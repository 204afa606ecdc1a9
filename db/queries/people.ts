import { rowsOf } from '#db/query.ts';

type PersonRow = { email: string; displayName: string | null; imageUrl: string | null; isCommon: number };

/** Finds an active account, and whether it has a group or a shared document in common with `$me`. */
export const findPersonFor = rowsOf<PersonRow, { id: string; me: string }>({
  name: 'findPersonFor',
  uses: ['users(id)'],
  sql: `SELECT users.email, users.display_name AS "displayName", users.image_url AS "imageUrl",
      (SELECT COUNT(*) FROM group_members AS mine JOIN group_members AS theirs ON theirs.group_id = mine.group_id
        WHERE mine.user_id = $me AND theirs.user_id = users.id)
      + (SELECT COUNT(*) FROM shares AS mine JOIN shares AS theirs ON theirs.document_id = mine.document_id
        WHERE mine.user_id = $me AND theirs.user_id = users.id AND mine.permission <> 'NONE') AS "isCommon"
    FROM users WHERE users.id = $id AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`,
});
