import type { Page } from 'playwright';
import { afterEach, beforeEach } from 'vitest';
import type { Stage } from '#tests/e2e/stage.ts';
import { openWriter, type Writer } from '#tests/e2e/writer.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { type Network, startNetwork } from '#tests/support/network.ts';
import { newPerson, type Person, share } from '#tests/support/people.ts';

/** Starts a `Network`, a proxy that can lose its connection, in front of the server for each test. */
export function setNetwork(stage: Stage) {
  let network: Network;
  beforeEach(async () => {
    network = await startNetwork(stage.server.url);
  });
  afterEach(() => network.stop());
  return {
    /** The proxy of the current test. */
    get network(): Network {
      return network;
    },
    /** Opens a writer behind the proxy, and a friend with a direct connection. */
    async begin(content: string): Promise<{ writer: Writer; friend: Person }> {
      const server = { ...stage.server, url: network.url };
      const writer = await openWriter({ browser: stage.browser, server }, content);
      const friend = await newPerson(stage.server, 'friend');
      await share(writer.person, writer.docId, friend.email, 'EDIT');
      return { writer, friend };
    },
    /** Joins the document as an editor, so that its text is shared. Resolves once the writer's page shows them. */
    async join(friend: Person, { page, docId }: { page: Page; docId: string }): Promise<LiveClient> {
      const other = await new LiveClient(friend, docId, { url: stage.server.url }).joined();
      other.provider.awareness.setLocalState({ isEditing: true });
      await page.getByRole('list', { name: 'Here now' }).waitFor();
      return other;
    },
  };
}
