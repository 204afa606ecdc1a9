import { TurnQueue } from '#app/services/turn-queue.ts';

/** Turns of image work, two at a time: each decoded image may take four bytes per pixel. */
export const pictureTurns = new TurnQueue({ atOnce: 2 });
