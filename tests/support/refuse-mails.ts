import { connect, disconnect, inTransaction, models } from '#db/connection.ts';

/** Records that the mail server refused a person's address, on SQLite. */
export async function refuseMailsTo({ dataDir }: { dataDir: string }, person: { id: string; email: string }) {
  connect({ dataDir });
  try {
    const row = { userId: person.id, email: person.email, reply: '550 5.1.1 No such mailbox', refusedAt: Date.now() };
    await inTransaction(async () => (await models()).MailRefusal.create(row));
  } finally {
    await disconnect();
  }
}
