import { expect } from 'vitest';
import { type Answer, Client } from '#tests/support/client.ts';
import { until } from '#tests/support/until.ts';

/**
 * Returns what an entity tag says about the page apart from its nonce. A page that is made again has another one, as
 * its data contain the clock.
 */
export const pageTag = (answer: Answer): string | undefined =>
  /^W\/"([\w-]{22})\.[\w-]{22}"$/.exec(answer.headers.get('ETag') ?? '')?.[1];

/** Opens a page until it is answered from memory. A first view can change what the next one shows. */
export function untilKept(person: Client, path: string): Promise<Answer> {
  return until(async () => {
    const first = await person.page.get(path);
    const again = await person.page.get(path);
    expect(pageTag(first)).toBeDefined();
    expect(pageTag(again)).toBe(pageTag(first));
    return again;
  });
}

/** Returns the same browser at another process. */
export function clientAt(url: string, { browser }: Client): Client {
  const client = new Client(url);
  for (const [name, value] of browser.cookies) client.browser.cookies.set(name, value);
  return client;
}
