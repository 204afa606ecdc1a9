import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { randomFrom } from '#tests/support/random.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

export type Plan = { acts: number; seed: number; clients: number };
export type Outcome = {
  acts: number;
  words: number;
  text: string;
  shown: string[];
  expected: string[];
  removed: string[];
};

type Random = () => number;

const CONTENT = '# Garden\n\nRoses and tulips.\n\n- [ ] dig\n- [ ] plant\n\nThe end.\n';

/**
 * Several people change one document at random: shared editors that come, go and lose their connection, saves with new
 * and old versions, checked tasks. Every inserted word is unique. `servers` are processes on one database; `kill` ends
 * one of them halfway and returns its replacement.
 */
export async function converge(
  servers: RunningServer[],
  { acts, seed, clients: count }: Plan,
  kill?: () => Promise<RunningServer>,
): Promise<Outcome> {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const owner = await newPerson(servers[0]!, 'owner');
  const { id } = await makeDocument(owner, { title: 'Garden', content: CONTENT });
  const run = new Run(id, random, owner);
  for (let index = 0; index < count; index += 1) {
    const person = index === 0 ? owner : await newPerson(servers[0]!, `writer${index}`);
    if (person !== owner) await share(owner, id, person.email, 'EDIT');
    run.editors.push(await new LiveClient(person, id, { url: servers[index % servers.length]!.url }).joined());
  }
  for (let act = 0; act < acts; act += 1) {
    if (kill && act === Math.floor(acts / 2)) servers = [servers[0]!, await kill()];
    const kind = random();
    if (kind < 0.6) run.type(pick(run.editors));
    else if (kind < 0.7) run.remove(pick(run.editors));
    else if (kind < 0.8) run.toggle(pick(run.editors));
    else if (kind < 0.93) await run.save();
    else if (kind < 0.97) await run.tick();
    else await run.pause();
  }
  return run.end(acts);
}

class Run {
  readonly editors: LiveClient[] = [];
  readonly #id: string;
  readonly #random: Random;
  readonly #owner: Person;
  readonly #words = new Set<string>();
  readonly #removed = new Set<string>();
  /** Versions from which a client may still save. */
  readonly #bases: { version: number; content: string }[] = [];
  #count = 0;

  constructor(id: string, random: Random, owner: Person) {
    this.#id = id;
    this.#random = random;
    this.#owner = owner;
  }

  /** Types a word letter by letter at the end of another word. */
  type({ content }: LiveClient): void {
    const text = content.toString();
    let at = this.#placeIn(text);
    const word = this.#newWord();
    this.#words.add(word);
    for (const letter of `${word} `) {
      content.insert(at, letter);
      at += 1;
    }
  }

  /** Deletes one of the words. */
  remove({ content }: LiveClient): void {
    const text = content.toString();
    const word = [...this.#words].find((each) => !this.#removed.has(each) && text.includes(`${each} `));
    if (!word || this.#random() < 0.5) return;
    content.delete(text.indexOf(`${word} `), word.length + 1);
    this.#removed.add(word);
  }

  /** Disconnects a client or reconnects it. */
  toggle({ provider }: LiveClient): void {
    if (provider.shouldConnect) provider.disconnect();
    else provider.connect();
  }

  /** Saves through the API, from the current version or an older one. */
  async save(): Promise<void> {
    const now = (await this.#owner.api.get(`/api/documents/${this.#id}`)).body.data;
    this.#bases.push(now);
    const base = this.#bases[Math.floor(this.#random() * Math.min(3, this.#bases.length))]!;
    if (this.#bases.length > 3) this.#bases.shift();
    const word = this.#newWord();
    const at = this.#placeIn(base.content);
    const content = `${base.content.slice(0, at)}${word} ${base.content.slice(at)}`;
    const answer = await this.#owner.api.patch(`/api/documents/${this.#id}`, { content, baseVersion: base.version });
    // A conflict is reported to the client, so nothing was acknowledged.
    if (answer.status === 200) this.#words.add(word);
    else if (answer.status !== 409) throw new Error(`Saving answered ${answer.status}: ${answer.text}`);
  }

  async tick(): Promise<void> {
    const checked = this.#random() < 0.5 ? 'true' : 'false';
    await this.#owner.page.post(`/doc/${this.#id}`, { intent: 'task', index: '0', checked });
  }

  pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 50 + 400 * this.#random()));
  }

  async end(acts: number): Promise<Outcome> {
    for (const { provider } of this.editors) provider.connect();
    let text = '';
    await until(async () => {
      if (!this.editors.every((editor) => editor.provider.synced && editor.isStored)) throw new Error('Not stored yet');
      text = (await this.#owner.api.get(`/api/documents/${this.#id}`)).body.data.content;
      const others = this.editors.filter((editor) => editor.text !== text);
      if (others.length > 0) throw new Error(`${others.length} of ${this.editors.length} have another text`);
    });
    const shown = this.editors.map((editor) => editor.text);
    for (const editor of this.editors) editor.leave();
    const expected = [...this.#words].filter((word) => !this.#removed.has(word));
    return { acts, words: this.#words.size, text, shown, expected, removed: [...this.#removed] };
  }

  #newWord(): string {
    this.#count += 1;
    return `w${this.#count}x`;
  }

  /** Returns a position outside of words, so that each stays whole. */
  #placeIn(text: string): number {
    const places = [...text.matchAll(/(?<=\s)(?=[A-Za-z])/g)].map(({ index }) => index);
    return places[Math.floor(this.#random() * places.length)] ?? text.length;
  }
}

/** Returns words that are missing, duplicated, or present although deleted. */
export function faultsOf({ text, expected, removed }: Outcome): string[] {
  const times = (word: string) => text.split(new RegExp(`\\b${word}\\b`)).length - 1;
  return [
    ...expected.flatMap((word) => (times(word) === 1 ? [] : [`${word} is there ${times(word)} times`])),
    ...removed.flatMap((word) => (times(word) === 0 ? [] : [`${word} is still there`])),
  ];
}
