import type { Destination } from '#app/markdown/find-destinations.ts';
import { orInstead, runInThread } from '#app/threads/run-in-thread.ts';

/** The destinations of a text that can be rewritten; none where it cannot be read within the budget. */
export function destinationsOf(person: string, content: string): Promise<Destination[]> {
  return orInstead(runInThread(person, 'findDestinations', content), (): Destination[] => []);
}
