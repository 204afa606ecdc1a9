import { describe, expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';

const SECRET = 'a secret for tests that is long enough';
const read = (environment: Record<string, string>) => readConfig({ SESSION_SECRET: SECRET, ...environment });

describe('S6: TRUST_PROXY', () => {
  test.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['loopback,192.0.2.7', ['loopback', '192.0.2.7']],
  ])('%s is what Express takes', (given, expected) => {
    expect(read({ TRUST_PROXY: given }).trustProxy).toEqual(expected);
  });

  test.each(['yes', '10.0.0.0/33', '10.0.0.0/8/8', 'example.com', '::1/129'])('%s stops the start', (given) => {
    expect(() => read({ TRUST_PROXY: given })).toThrow(/^TRUST_PROXY: got ".*", takes true, false, a number of hops/);
  });
});

describe('paths', () => {
  test.each(['/srv/arbor ', ' /srv/arbor', './data\r', '/srv/ar\tbor'])(
    'DATA_DIR and BACKUP_DIR refuse %j',
    (given) => {
      expect(() => read({ DATA_DIR: given })).toThrow(/^DATA_DIR: got ".*", takes a path without spaces at its ends/);
      expect(() => read({ BACKUP_DIR: given, BACKUP_CRON: '30 2 * * *' })).toThrow(/^BACKUP_DIR: got/);
    },
  );

  test('a folder may have spaces inside', () => {
    expect(read({ DATA_DIR: '/srv/my data' }).dataDir).toBe('/srv/my data');
  });
});

test('a byte order mark before the first name of an environment file is refused', () => {
  expect(() => read({ '\uFEFFPORT': '4000' })).toThrow('PORT: got a byte order mark before its name');
});

describe('addresses', () => {
  test.each(['0.0.0.0', '::1', 'localhost', 'notes.internal'])('HOST takes %s', (given) => {
    expect(read({ HOST: given }).host).toBe(given);
  });

  test.each(['not a host', 'http://localhost', '127.0.0.1:3000', '-', '999.1.1.1', '1.2.3.4.5'])(
    'HOST stops the start with %s',
    (given) => {
      expect(() => read({ HOST: given })).toThrow(/^HOST: got ".*", takes an IP address or a host name$/);
    },
  );

  test.each(['arbor@localhost', 'Arbor <no-reply@example.com>', '"Arbor, notes" <a@b.example>'])(
    'MAIL_FROM takes %s',
    (given) => {
      expect(read({ MAIL_FROM: given }).mailFrom).toBe(given);
    },
  );

  test.each(['Arbor', 'Arbor <arbor>', 'two words@example.com', 'a@b.example>', 'a@b\nBcc: c@d.example'])(
    'MAIL_FROM stops the start with %j',
    (given) => {
      expect(() => read({ MAIL_FROM: given })).toThrow(/^MAIL_FROM: got ".*", takes an address such as/s);
    },
  );
});

describe('addresses of services', () => {
  const encoded = /percent-encoded/;
  test.each([
    ['DATABASE_URL', 'postgres://arbor:pa#Canary@localhost/arbor', encoded],
    ['DATABASE_URL', 'postgres://arbor:pa/Canary@localhost/arbor', encoded],
    ['DATABASE_URL', 'postgres://arbor:pa%Canary@localhost/arbor', encoded],
    ['DATABASE_DIRECT_URL', 'postgres://arbor:Canary@localhost:99999/arbor', /takes postgres:\/\/user/],
    ['DATABASE_READ_URL', 'postgres://arbor:Canary@local host/arbor', /takes postgres:\/\/user/],
    ['SMTP_URL', 'smtp://a:Canary', encoded],
    ['SMTP_URL', 'smtp://ada:Can#ary@mail.example.com', encoded],
    ['SMTP_URL', 'smtp://ada:Canary@mail.example.com:99999', /takes smtp:\/\/user/],
    ['S3_ENDPOINT', 'localhost:4280', /takes the address of an S3-compatible service, such as https:/],
    ['S3_ENDPOINT', 'ftp://s3.example.com', /takes the address of an S3-compatible service, such as https:/],
  ])('%s stops the start with %s', (name, given, expected) => {
    const outcome = () => read({ DATABASE_URL: 'postgres://localhost/arbor', [name]: given });
    expect(outcome).toThrow(new RegExp(`^${name}: got `));
    expect(outcome).toThrow(expected);
    expect(outcome).not.toThrow(/Canary/);
  });

  test.each([
    ['DATABASE_URL', 'postgres://arbor:pa%23%2F%40%3Ass@localhost:5432/arbor?sslmode=require'],
    ['DATABASE_URL', 'postgresql://arbor@[::1]/arbor'],
    ['DATABASE_URL', 'postgres://arbor@/arbor?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres:///arbor?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun%2Fpostgresql/arbor'],
    ['SMTP_URL', 'smtps://ada:pa%23ss@mail.example.com:465'],
    ['SMTP_URL', 'smtp://mail'],
    ['S3_ENDPOINT', 'http://localhost:9000'],
  ])('%s takes %s', (name, given) => {
    expect(() => read({ [name]: given })).not.toThrow();
  });
});

test.each(['30 2 31 2 *', '0 0 31 4,6 *'])('BACKUP_CRON stops the start with %s, which never comes', (given) => {
  const outcome = () => read({ BACKUP_CRON: given, BACKUP_DIR: '/var/backups' });
  expect(outcome).toThrow(/^BACKUP_CRON: got ".*", takes .* a day that comes/);
});

describe('S6: a refused secret is described without being told', () => {
  test.each([
    ['DATABASE_URL', 'mysql://arbor:Canary@db/arbor', 'mysql://…'],
    ['DATABASE_READ_URL', 'Canary', 'no URL'],
    ['SMTP_URL', 'Canary:Canary@mail', 'no URL'],
    ['SENTRY_DSN', 'ftp://Canary@sentry/1', 'ftp://…'],
    ['SESSION_SECRET', 'C', '1 character'],
    ['BACKUP_PASSPHRASE', 'Canary🌳', '7 characters'],
    ['METRICS_TOKEN', 'Canary Canary', '13 characters'],
    ['DATABASE_URL', ' ', 'nothing'],
  ])('%s=%s is got as %s', (name, given, told) => {
    const outcome = () => read({ DATABASE_URL: '', [name]: given });
    if (told === 'nothing') return expect(outcome).not.toThrow();
    expect(outcome).toThrow(new RegExp(`^${name}: got ${told}, takes `));
    expect(outcome).not.toThrow(/Canary/);
  });
});

describe('S6: limits', () => {
  test('each is a variable with a default', () => {
    const { limits } = read({ LIMIT_FAILED_SIGN_IN: '5/60' });
    expect(limits.failedSignIn).toEqual({ points: 5, windowSeconds: 60 });
    expect(limits.requests).toEqual({ points: 300, windowSeconds: 10 });
  });

  test.each(['5', '0/60', '5/0', 'many/60', '-1/60'])('%s stops the start', (given) => {
    expect(() => read({ LIMIT_REQUESTS: given })).toThrow(/^LIMIT_REQUESTS: got ".*", takes how many/);
  });
});
