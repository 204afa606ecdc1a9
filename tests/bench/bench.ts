import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { type SignedIn, signIn, signUp } from '#tests/bench/account.ts';
import { fill, type Levels, type Where } from '#tests/bench/fill.ts';
import type { Goal } from '#tests/bench/goals/goal.ts';
import type { Served } from '#tests/bench/process.ts';
import { makePublicLink } from '#tests/bench/public-link.ts';
import { type Baselines, startArbor, startBaselines } from '#tests/bench/servers.ts';
import { documentText } from '#tests/bench/texts.ts';
import { startPostgres } from '#tests/support/postgres.ts';

export type Database = 'sqlite' | 'postgres';
/** Results of one part: its goals, its tables as text, and its figures for `--json`. */
export type Outcome = { goals: Goal[]; text: string; figures: object };
/** An installation with documents, a signed-in person and a public link. No server runs on it. */
export type Site = { where: Where; signedIn: SignedIn; levels: Levels; linkedId: string; publicPath: string };

/** A run: settings, and what several parts share. */
export class Bench {
  readonly folder: string;
  readonly #running = new Set<() => Promise<void>>();
  readonly #sites = new Map<string, Promise<Site>>();
  #postgres: ReturnType<typeof startPostgres> | undefined;
  #baselines: Promise<Baselines> | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  step(text: string): void {
    process.stderr.write(`${text} …\n`);
  }

  /** Stops the server at the end of the run, if it still runs. */
  keep<Process extends Served>(served: Process): Process {
    this.#running.add(served.stop);
    return served;
  }

  /** Starts the built server on a database. */
  async start({ dataDir, databaseUrl }: Where, more: Record<string, string> = {}): Promise<Served> {
    return this.keep(await startArbor(dataDir, { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more }));
  }

  /** Starts the baseline servers once. */
  baselines(): Promise<Baselines> {
    this.#baselines ??= this.#startBaselines();
    return this.#baselines;
  }

  async #startBaselines(): Promise<Baselines> {
    this.step('Building the baseline');
    const body = join(this.folder, 'body.html');
    writeFileSync(body, renderMarkdown(documentText(1)).html);
    const baselines = await startBaselines(join(this.folder, 'baseline'), body);
    for (const served of Object.values(baselines)) this.keep(served);
    return baselines;
  }

  /** Returns an empty database. */
  async place(database: Database, name: string): Promise<Where> {
    const dataDir = join(this.folder, `${name}-${database}`);
    mkdirSync(dataDir);
    if (database === 'sqlite') return { dataDir };
    if (!this.#postgres) {
      this.step('Starting PostgreSQL');
      this.#postgres = startPostgres();
    }
    return { dataDir, databaseUrl: await createDatabase((await this.#postgres).url, name) };
  }

  /**
   * Returns the installation with this number of documents, filled on the first call. Saves of earlier parts replace
   * its texts; `kind` gives a part one of its own.
   */
  site(database: Database, documents: number, kind = 'site'): Promise<Site> {
    const name = `${kind}_${documents}`;
    const key = `${name} ${database}`;
    const known = this.#sites.get(key) ?? this.#fillSite(database, name, documents);
    this.#sites.set(key, known);
    return known;
  }

  async #fillSite(database: Database, name: string, documents: number): Promise<Site> {
    this.step(`Writing ${documents} documents, ${database}`);
    const where = await this.place(database, name);
    const server = await this.start(where);
    const signedUp = await signUp(server.origin, where.dataDir);
    const levels = await fill(where, signedUp.actor, documents);
    // Filling takes longer than an idle session lasts.
    const signedIn = await signIn(server.origin, signedUp.actor);
    // A document in the middle of the tree with its own branch.
    const linkedId = levels[1]![0]!;
    const publicPath = await makePublicLink(server.origin, signedIn, linkedId);
    await server.stop();
    return { where, signedIn, levels, linkedId, publicPath };
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].map((stop) => stop()));
    await (await this.#postgres)?.stop();
  }
}

async function createDatabase(cluster: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
