import { newId } from '#app/services/new-id.ts';
import { connect, disconnect, execute, inTransaction, select } from '#db/connection.ts';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import type { Bench, Database, Outcome, Site } from '#tests/bench/bench.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { load, type Target } from '#tests/bench/measure.ts';
import { median } from '#tests/bench/percentile.ts';
import { ofDatabase } from '#tests/bench/report.ts';
import { ENGLISH_TERMS } from '#tests/bench/texts.ts';

const GROUPS = 100;
const MEMBERS = 10_000;
const ROUNDS = 5;
const ROUND_SECONDS = 1.5;
const WARM_UP_SECONDS = 1.5;
const BATCH = 1000;

/**
 * Permission by groups: a member of 100 groups, with which every root is shared, beside a person with a share of their
 * own. The groups have 10,000 members.
 */
export async function benchGroups(bench: Bench, database: Database, documents: number): Promise<Outcome> {
  const site = await bench.site(database, documents, 'groups');
  const server = await bench.start(site.where);
  const [person, member] = [
    await signUp(server.origin, site.where.dataDir, 'person@example.org'),
    await signUp(server.origin, site.where.dataDir, 'member@example.org'),
  ];
  bench.step(`Sharing with ${GROUPS} groups of ${MEMBERS} members, ${database}`);
  await shareAll(site, person, member);
  bench.step(`Permission by groups, ${database}`);
  const targets = Object.entries(pathsOf(site)).map(([name, views]) => ({
    name,
    of: ({ headers }: SignedIn): Target => ({ origin: server.origin, headers, calls: { views } }),
  }));
  const ratios = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  for (const { of } of targets) for (const who of [person, member]) await load(of(who), 1, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, of } of targets) {
      const own = await load(of(person), 1, ROUND_SECONDS);
      const grouped = await load(of(member), 1, ROUND_SECONDS);
      ratios.get(name)!.push(grouped.p50 / own.p50);
    }
  }
  await server.stop();
  const goals = targets.flatMap(({ name }) =>
    goal('groups', `${name}, in ${GROUPS} groups ÷ by an own share, p50`, median(ratios.get(name)!), { atMost: 1.2 }),
  );
  const text = goals.map((each) => `${each.name}: ${each.value.toFixed(2)}×`).join('\n');
  return { goals: ofDatabase(goals, database), text, figures: Object.fromEntries(ratios) };
}

const pathsOf = ({ levels }: Site): Record<string, string[]> => ({
  'document page, first view': levels
    .at(-1)!
    .slice(0, 60)
    .map((id) => `/doc/${id}`),
  'children JSON': levels[1]!.map((id) => `/api/documents/tree?parentId=${id}`),
  search: ENGLISH_TERMS.map((term) => `/api/search?keyword=${encodeURIComponent(term)}`),
});

async function shareAll({ where, levels }: Site, person: SignedIn, member: SignedIn): Promise<void> {
  connect({ databaseUrl: undefined, ...where });
  try {
    const groupIds = Array.from({ length: GROUPS }, newId);
    for (const groupId of groupIds) {
      await execute('INSERT INTO groups (id, name, created_at, updated_at) VALUES ($groupId, $groupId, 0, 0)', {
        groupId,
      });
    }
    for (let from = 0; from < MEMBERS; from += BATCH) await inTransaction(() => addMembers(groupIds, from));
    await inTransaction(async () => {
      for (const groupId of groupIds) await join(groupId, member.actor.id);
      for (const id of levels[0]!) {
        await share({ id, userId: person.actor.id, email: person.actor.email, groupId: null });
        for (const groupId of groupIds) await share({ id, userId: null, email: null, groupId });
      }
    });
    if (where.databaseUrl) await select('ANALYZE');
  } finally {
    await disconnect();
  }
}

async function addMembers(groupIds: string[], from: number): Promise<void> {
  for (let nth = from; nth < from + BATCH; nth += 1) {
    const userId = newId();
    await execute(
      `INSERT INTO users (id, email, status, role, verified_at, created_at, updated_at)
       VALUES ($userId, $email, 'ACTIVE', 'USER', 0, 0, 0)`,
      { userId, email: `member${nth}@example.org` },
    );
    await join(groupIds[nth % GROUPS]!, userId);
  }
}

const join = (groupId: string, userId: string) =>
  execute('INSERT INTO group_members (group_id, user_id, created_at) VALUES ($groupId, $userId, 0)', {
    groupId,
    userId,
  });

type Entry = { id: string; userId: string | null; email: string | null; groupId: string | null };

const share = (entry: Entry) =>
  execute(
    `INSERT INTO shares (document_id, user_id, email, group_id, permission, created_at, updated_at)
     VALUES ($id, $userId, $email, $groupId, 'READ', 0, 0)`,
    entry,
  );
