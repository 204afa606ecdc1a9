import { expect, onTestFinished, test } from 'vitest';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { followEvents, type PersonEvent } from '#app/services/live/follow-events.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { until } from '#tests/support/until.ts';

describeOnBoth('the events of a person', () => {
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
    expect(foreign).toEqual([]);
  });
});
