import type { Extension } from '@codemirror/state';
import { yCollab } from 'y-codemirror.next';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { sharedPlaces } from '#app/features/editor/browser/comments/shared-places.ts';
import { cellsOfPeople } from '#app/features/editor/browser/live/cells-of-people.ts';
import { ownHistoryOnly } from '#app/features/editor/browser/live/own-history.ts';
import { placesIn } from '#app/features/editor/browser/live/places-in-text.ts';
import { caretsIn, remoteCarets } from '#app/features/editor/browser/live/remote-carets.ts';
import { cursorsOfOthers } from '#app/features/editor/browser/writers.ts';

/** Returns the extensions of an editor whose text is shared: updates, history, cursors and comments of others. */
export function sharedExtensions(text: Y.Text, awareness: Awareness): Extension {
  return [
    ownHistoryOnly,
    yCollab(text, awareness, { undoManager: false }),
    remoteCarets,
    cellsOfPeople(awareness, text),
    sharedPlaces.of(placesIn(text)),
    cursorsOfOthers.of(() => caretsIn(awareness).map(({ at }) => at)),
  ];
}
