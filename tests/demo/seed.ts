import { config } from '#app/config.server.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { updateProfile } from '#app/services/accounts/update-profile.ts';
import type { Actor } from '#app/services/actor.ts';
import { promoteAccounts } from '#app/services/administration/promote-account.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, inTransaction, models } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { CHINESE, type DemoDocument, ENGLISH } from '#tests/demo/content.ts';
import { buildDocument, buildShare, buildUser, PASSWORD } from '#tests/support/factories.ts';

const DAY_MS = 24 * 3600 * 1000;
const FEATURES = ['continue', 'improve', 'shorten', 'summarize', 'translate', 'ask'];

/** Fills the configured database with the demo: four people, two trees, shares and a month of AI usage. */
async function seed(): Promise<void> {
  const ada = await person('ada', 'Ada Lindqvist');
  await promoteAccounts(OPERATOR, [ada.email]);
  const [ben, mei, diego] = await Promise.all([
    person('ben', 'Ben Okafor'),
    person('mei', '陈梅'),
    person('diego', 'Diego Ramos'),
  ]);
  const house = await plant(ada, ENGLISH, null);
  const circle = await plant(mei, CHINESE, null);
  await buildShare({ owner: ada, document: house, to: ben, permission: 'EDIT' });
  await buildShare({ owner: ada, document: house, to: diego, permission: 'READ' });
  await buildShare({ owner: mei, document: circle, to: ada, permission: 'EDIT' });
  await updateDocument(ada, house.id, { isStarred: true, autosave: false });
  await recordAiUsage([ada, ben, mei, diego]);
  process.stdout.write(`Sign in as ${[ada, ben, mei, diego].map(({ email }) => email).join(', ')}: ${PASSWORD}\n`);
}

async function person(name: string, displayName: string): Promise<Actor> {
  const actor = await buildUser({ email: `${name}@example.com`, password: PASSWORD });
  await updateProfile(actor, { displayName, username: name, imageUrl: null });
  return { ...actor, displayName };
}

async function plant(owner: Actor, tree: DemoDocument, parent: { id: string } | null): Promise<{ id: string }> {
  const { title, content, icon, children = [] } = tree;
  const document = await buildDocument({ owner, parent, title, content });
  if (icon) await updateDocument(owner, document.id, { icon, autosave: false });
  for (const child of children) await plant(owner, child, document);
  return document;
}

/** Records a month of AI calls. The figures depend only on the day, so that every demo shows the same chart. */
async function recordAiUsage(people: Actor[]): Promise<void> {
  const { LedgerEntry, Quota } = await models();
  const now = Date.now();
  const month = new Date(now).toISOString().slice(0, 7);
  const calls = Array.from({ length: 120 }, (_, index) => {
    const userId = people[index % people.length]!.id;
    const startedAt = now - Math.floor((index / 120) * 28 * DAY_MS);
    const promptTokens = 200 + ((index * 173) % 900);
    const completionTokens = 60 + ((index * 97) % 500);
    const feature = FEATURES[index % FEATURES.length]!;
    const rest = { model: 'llama3.2', reserved: 0, estimated: 0, status: 'done', durationMs: 900 } as const;
    return { id: newId(), requestId: newId(), userId, feature, promptTokens, completionTokens, startedAt, ...rest };
  });
  await inTransaction(async () => {
    await LedgerEntry.bulkCreate(calls);
    for (const { id: userId } of people) {
      const own = calls.filter((call) => call.userId === userId && isIn(month, call.startedAt));
      const used = own.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0);
      await Quota.create({ userId, month, used });
    }
  });
}

const isIn = (month: string, instant: number) => new Date(instant).toISOString().startsWith(month);

connect(config());
await migrate();
await seed();
await awaitMails();
await disconnect();
