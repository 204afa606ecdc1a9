import type { Destination } from '#app/markdown/find-destinations.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** Finds the rewritable destinations of a text; none if it exceeds the budget. */
export function destinationsOf(person: string, content: string): Promise<Destination[]> {
  return orFallback(runInThread(person, 'findDestinations', content), (): Destination[] => []);
}
