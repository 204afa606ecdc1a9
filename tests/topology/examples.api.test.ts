import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { DEFAULTS } from '#app/config/variables.server.ts';
import { readConfig } from '#app/config.server.ts';

// Static checks of docs/deploy/; nginx.conf, haproxy.cfg and pgbouncer.ini run in rolling-restart.api.test.ts.

const FOLDER = join(import.meta.dirname, '../../docs/deploy');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

type Service = {
  env_file?: { path: string; required: boolean }[];
  environment?: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
  volumes?: string[];
};
const VALUES: Record<string, string> = {
  APP_URL: 'https://notes.example.com',
  S3_ENDPOINT: 'https://s3.example.com',
  SESSION_SECRET: 'a secret of an example with many letters',
};
/** Fills in the variables of compose: `${NAME:?word}`, `${NAME:-default}`. */
const filled = (text: string) =>
  text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, name: string, kind: string, word: string) =>
    kind === '-' ? word : (VALUES[name] ?? 'example'),
  );

test.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s sets variables that Arbor takes, on a read-only root',
  (file) => {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    const own = Object.entries(services).filter(([name]) => /^arbor/.test(name));
    expect(own.length).toBe(file === 'compose.yaml' ? 1 : 2);
    for (const [, { environment = {}, read_only, cap_drop }] of own) {
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      // The folder of the image, whatever `arbor.env` says of the machine.
      expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' });
      expect(Object.keys(environment).filter((name) => !(name in DEFAULTS))).toEqual([]);
      const given = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)]));
      expect(() => readConfig({ SESSION_SECRET: VALUES.SESSION_SECRET, ...given })).not.toThrow();
    }
  },
);

test.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s reads arbor.env, keeps temporary files on disk and listens on the machine itself',
  (file) => {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    const own = Object.entries(services).filter(([name]) => /^arbor/.test(name));
    for (const [, { env_file, environment = {}, tmpfs = [], volumes = [] }] of own) {
      expect(env_file?.map(({ path, required }) => [join(FOLDER, path), required])).toEqual([
        [join(FOLDER, '../../arbor.env'), false],
      ]);
      // An empty value here would win over the file.
      expect(Object.values(environment).filter((text) => filled(text) === '')).toEqual([]);
      expect(tmpfs).toEqual([]);
      expect(volumes.map((volume) => volume.split(':')[1])).toEqual(['/data', '/tmp']);
    }
    const scratch = own.map(([, { volumes = [] }]) => volumes.find((volume) => volume.endsWith(':/tmp')));
    expect(new Set(scratch).size).toBe(own.length);
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  },
);

test('litestream.yml names the database of the systemd unit', () => {
  const { dbs } = parse(read('litestream.yml')) as { dbs: { path: string }[] };
  const folder = /DATA_DIR=(\S+)/.exec(read('arbor.service'))![1];
  expect(dbs.map(({ path }) => path)).toEqual([`${folder}/arbor.sqlite`]);
});

const hasSystemd = spawnSync('which', ['systemd-analyze']).status === 0;

test.skipIf(!hasSystemd)('arbor.service has no fault and a low exposure', () => {
  const unit = join(FOLDER, 'arbor.service');
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  // The paths of the example do not exist on this machine.
  const faults = verified.stderr
    .split('\n')
    .filter((line) => line.includes('arbor.service') && !/is not executable/.test(line));
  expect(faults).toEqual([]);
  const secured = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  });
  const exposure = Number(/exposure level for arbor\.service: ([\d.]+)/.exec(secured.stdout)?.[1]);
  expect(exposure).toBeLessThan(2);
});
