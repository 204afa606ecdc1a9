import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/postgres.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { type Place, type RunningServer, startServer } from '#tests/support/server.ts';
import { type Bouncer, isInstalled, type RunningProxy, startBouncer, startNginx } from '#tests/topology/proxies.ts';
import {
  hasReplication,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '#tests/topology/replicated-postgres.ts';

/** Debian's packages postgresql, pgbouncer and nginx are installed. */
export const hasTopology = (): boolean => hasReplication() && isInstalled('pgbouncer') && isInstalled('nginx');

/** nginx → two processes → PgBouncer → PostgreSQL with a synchronous replica; files in an S3 server. */
export type Topology = {
  proxy: RunningProxy;
  servers: RunningServer[];
  bouncer: Bouncer;
  postgres: ReplicatedPostgres;
  bucket: S3Server;
  /** The environment of suites: the proxy's address, and the database past the pooler. */
  place: Place;
  /** Environment of a process or command. */
  env: Record<string, string>;
  stop: () => Promise<void>;
};

export async function startTopology(): Promise<Topology> {
  const [postgres, bucket] = await Promise.all([startReplicatedPostgres(), startS3()]);
  const bouncer = await startBouncer({ port: postgres.primary, name: 'postgres', user: 'arbor' });
  const dataDir = await mkdtemp(join(tmpdir(), 'arbor-topology-'));
  const env = {
    ...bucket.environment,
    DATABASE_URL: bouncer.pooled,
    DATABASE_DIRECT_URL: bouncer.direct,
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const servers: RunningServer[] = [];
  // One after the other: the first migrates.
  for (const port of ports) servers.push(await startServer({ ...env, PORT: String(port) }));
  const proxy = await startNginx(ports);
  const databaseUrl = `postgres://arbor@127.0.0.1:${postgres.primary}/postgres`;
  const stop = async () => {
    await proxy.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await bouncer.stop();
    await postgres.stop();
    await bucket.stop();
    await rm(dataDir, { recursive: true });
  };
  return { proxy, servers, bouncer, postgres, bucket, place: { url: proxy.url, dataDir, databaseUrl }, env, stop };
}
