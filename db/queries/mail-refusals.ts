import { changeOf, rowsOf } from '#db/query.ts';

export type MailRefusalRow = { email: string; reply: string; refusedAt: number };

/** Finds the refusal of an account's current address. */
export const findMailRefusal = rowsOf<MailRefusalRow, { me: string }>({
  name: 'findMailRefusal',
  uses: ['mail_refusals(user_id)'],
  sql: `SELECT mail_refusals.email, mail_refusals.reply, mail_refusals.refused_at AS "refusedAt"
    FROM mail_refusals JOIN users ON users.id = mail_refusals.user_id AND users.email = mail_refusals.email
    WHERE mail_refusals.user_id = $me`,
});

/** Finds the verified, active account of a refused address, and whether the refusal is known. */
export const findRefusedAccount = rowsOf<{ id: string; isKnown: number }, { email: string }>({
  name: 'findRefusedAccount',
  uses: ['users(email)'],
  sql: `SELECT users.id, (SELECT COUNT(*) FROM mail_refusals
      WHERE mail_refusals.user_id = users.id AND mail_refusals.email = users.email) AS "isKnown"
    FROM users WHERE users.email = $email AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`,
});

/** Records that the mail server refused an account's address. */
export const putMailRefusal = changeOf<MailRefusalRow & { userId: string }>({
  name: 'putMailRefusal',
  uses: { sqlite: [], postgres: ['mail_refusals(user_id)'] },
  sql: `INSERT INTO mail_refusals (user_id, email, reply, refused_at) VALUES ($userId, $email, $reply, $refusedAt)
    ON CONFLICT (user_id) DO UPDATE SET
      email = excluded.email, reply = excluded.reply, refused_at = excluded.refused_at`,
});

/** Lists addresses in use that the mail server refuses, latest first. */
export const findRefusedAddresses = rowsOf<{ email: string; total: number }, { most: number }>({
  name: 'findRefusedAddresses',
  uses: { sqlite: ['users(email)'], postgres: [] },
  sql: `SELECT users.email, COUNT(*) OVER () AS total
    FROM mail_refusals CROSS JOIN users
    WHERE users.id = mail_refusals.user_id AND users.email = mail_refusals.email AND users.status = 'ACTIVE'
    ORDER BY mail_refusals.refused_at DESC, users.id LIMIT $most`,
});

/** Ends the refusal of pending invitations to an address. */
export const clearInvitationRefusals = changeOf<{ email: string }>({
  name: 'clearInvitationRefusals',
  uses: ['shares_invited'],
  sql: `UPDATE shares SET mail_refusal = NULL
    WHERE email = $email AND user_id IS NULL AND mail_refusal IS NOT NULL`,
});
