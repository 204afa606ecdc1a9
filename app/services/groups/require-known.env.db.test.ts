import { beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addKeeper, addMember, removeMember } from '#app/services/groups/change-members.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

process.env.RATE_LIMIT = 'on';

describeOnBoth('a keeper', () => {
  // The first account administers.
  beforeAll(async () => {
    await buildUser();
  });

  test('adds people they can see without limit, and learns of few addresses of others', async () => {
    const [keeper, mia, sven] = [await buildUser(), await buildUser(), await buildUser()];
    const by = { via: 'web', actor: keeper } as const;
    const group = await createGroup(OPERATOR, 'Team');
    const add = (who: { userId: string } | { email: string }) => outcomeOf(addMember(by, group, who));
    expect(await add({ email: mia.email })).toBe('permissionDenied');
    await addKeeper(OPERATOR, group, { userId: keeper.id });
    await buildShare({ owner: keeper, document: await buildDocument({ owner: keeper }), to: mia });
    // The share is the first of fifty.
    expect([await add({ userId: mia.id }), await add({ userId: sven.id })]).toEqual(['ok', 'userNotFound']);
    const guesses = Array.from({ length: 48 }, () => addMember(by, group, { email: newEmail('guess') }));
    expect(await tally(guesses)).toEqual({ userNotFound: 48 });
    expect([await add({ email: sven.email }), await add({ userId: sven.id })]).toEqual(['ok', 'ok']);
    for (const email of [newEmail('guess'), (await buildUser()).email])
      expect(await add({ email })).toBe('requestTooFrequent');
    await removeMember(by, group, { userId: mia.id });
    expect(await add({ email: mia.email })).toBe('ok');
    await addMember(OPERATOR, group, { email: (await buildUser()).email });
  });
});
