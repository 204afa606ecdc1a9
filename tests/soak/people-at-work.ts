import { CLOSING } from '#app/schemas/live-messages.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

/** A request; one that fails is recorded and does not throw. */
export type Ask = () => Promise<void>;

type AtWork = {
  /** Reads of pages and calls, searches and saves, in the mixture of a working day. */
  asks: Ask[];
  /** Ends live writing. `converged` is false if the writers of a text end with different ones. */
  end: () => Promise<{ errors: string[]; letters: number; converged: boolean }>;
};

const [DOCUMENTS, TEXTS, KEY_MS, LETTERS_MAX] = [60, 3, 120, 1000];
const RENEW_MS = 5 * 60_000;
const WORDS = 'bed rose tulip carrot north south spring 花园 苗床 根茎 water seed'.split(' ');
const wordsOf = (n: number, count: number) =>
  Array.from({ length: count }, (_, nth) => WORDS[(n * 7 + nth * 5) % WORDS.length]).join(' ');

/** A person in a shared text. */
class Writer {
  #client: LiveClient;
  readonly #person: Person;
  readonly #id: string;

  constructor(person: Person, id: string) {
    this.#person = person;
    this.#id = id;
    this.#client = new LiveClient(person, id);
  }

  /** The connected client; a new one if the server has replaced the shared state of the text. */
  get client(): LiveClient {
    if (this.#client.closings.includes(CLOSING.stateUnknown)) {
      this.#client.leave();
      this.#client = new LiveClient(this.#person, this.#id);
    }
    return this.#client;
  }

  async joined(): Promise<this> {
    await this.#client.joined();
    return this;
  }

  /** Types a letter at the end and keeps the text as long as a person's. Returns false while not connected. */
  type(): boolean {
    const { content, provider } = this.client;
    if (!provider.synced) return false;
    content.insert(content.length, 'a');
    if (content.length > LETTERS_MAX) content.delete(0, LETTERS_MAX / 2);
    return true;
  }
}

/** Plants documents, lets two people write in each of some texts, and returns requests of others. */
export async function writeAsPeople(server: RunningServer): Promise<AtWork> {
  const errors: string[] = [];
  const [ada, ben] = [await newPerson(server, 'ada'), await newPerson(server, 'ben')];
  const ids: string[] = [];
  for (let n = 0; n < DOCUMENTS; n += 1)
    ids.push((await makeDocument(ada, { title: `Bed ${n}`, content: `# Bed ${n}\n\n${wordsOf(n, 300)}` })).id);
  const pairs = await Promise.all(
    Array.from({ length: TEXTS }, async (_, nth) => {
      const { id } = await makeDocument(ada, { title: `Shared ${nth}`, content: 'Roses.' });
      await share(ada, id, ben.email, 'EDIT');
      return Promise.all([ada, ben].map((person) => new Writer(person, id).joined()));
    }),
  );
  // Access tokens expire after 30 minutes; browsers renew them, too.
  const renewing = setInterval(() => {
    for (const { api } of [ada, ben])
      api.post('/api/auth/refresh', {}).catch((error: Error) => errors.push(`refresh: ${error.message}`));
  }, RENEW_MS);
  let letters = 0;
  const typing = setInterval(() => {
    for (const pair of pairs) for (const writer of pair) if (writer.type()) letters += 1;
  }, KEY_MS);

  let turn = 0;
  const ask =
    (what: string, run: () => Promise<{ status: number }>): Ask =>
    async () => {
      const outcome = await run().then(
        ({ status }) => (status === 200 ? null : String(status)),
        (error: Error) => error.message,
      );
      if (outcome !== null) errors.push(`${what}: ${outcome}`);
    };
  const next = () => {
    turn += 1;
    return ids[turn % ids.length]!;
  };
  const read = ask('page', () => ada.page.get(`/doc/${next()}`));
  const call = ask('call', () => ada.api.get(`/api/documents/${next()}`));
  const search = ask('search', () =>
    ada.page.get(`/search?keyword=${encodeURIComponent(WORDS[turn % WORDS.length]!)}`),
  );
  const save = ask('save', () => {
    const id = next();
    return ada.api.patch(`/api/documents/${id}`, { content: `# Bed\n\n${wordsOf(turn, 300)} ${turn}`, autosave: true });
  });
  let ended: Awaited<ReturnType<AtWork['end']>> | undefined;
  const end = async () => {
    if (ended) return ended;
    clearInterval(typing);
    clearInterval(renewing);
    const areAlike = () =>
      pairs.every(([one, other]) => {
        const [its, others] = [one!.client, other!.client];
        return its.provider.synced && its.text === others.text && its.isStored && others.isStored;
      });
    const converged = await until(async () => {
      if (!areAlike()) throw new Error('not yet');
      return true;
    }).catch(() => false);
    for (const { client } of pairs.flat()) client.leave();
    ended = { errors, letters, converged };
    return ended;
  };
  return { asks: [read, call, read, search, read, call, save, call], end };
}
