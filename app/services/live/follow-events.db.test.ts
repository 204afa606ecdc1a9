import { expect, onTestFinished, test } from 'vitest';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { followEvents, type PersonEvent } from '#app/services/live/follow-events.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildShare } from '#tests/support/factories.ts';
import { until } from '#tests/support/until.ts';

describeOnBoth('the events of a person', () => {
  test('count the unread notifications once for many changes of access at a time', async () => {
    const { rhea, document } = await buildCast();
    const seen: PersonEvent[] = [];
    onTestFinished(followEvents(rhea, { age: 0, onEvent: (event) => seen.push(event), onFault: console.error }));
    for (let nth = 0; nth < 30; nth += 1) signal({ kind: 'shares', documentId: document.id, userIds: [rhea.id] });
    await until(() => expect(seen).toContainEqual({ event: 'notification', data: { unread: 1 } }));
    await until(() => expect(seen.filter(({ event }) => event === 'shares')).toHaveLength(30));
    expect(seen.filter(({ event }) => event === 'notification').length).toBeLessThan(4);
  });

  test('tell the number of unread notifications with each change of access', async () => {
    const { olga, rhea, sven, document } = await buildCast();
    const [seen, foreign]: PersonEvent[][] = [[], []];
    for (const [actor, events] of [
      [rhea, seen],
      [sven, foreign],
    ] as const) {
      onTestFinished(followEvents(actor, { age: 0, onEvent: (event) => events!.push(event), onFault: console.error }));
    }
    const acts: [() => Promise<unknown>, number][] = [
      [() => archiveDocument(olga, document.id), 0],
      [() => restoreDocument(olga, document.id), 1],
      [() => changeShare(olga, document.id, { userId: rhea.id, permission: 'NONE' }), 0],
    ];
    for (const [act, unread] of acts) {
      seen!.length = 0;
      await act();
      await until(() => expect(seen).toContainEqual({ event: 'notification', data: { unread } }));
    }
    // An event of his own comes after any that would have been sent to him.
    await buildShare({ owner: olga, document, to: sven });
    await until(() => expect(foreign).not.toEqual([]));
    expect(foreign![0]).toEqual({ event: 'shares', data: { id: document.id } });
  });
});
