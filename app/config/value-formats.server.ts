import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { domainToASCII } from 'node:url';
import { parse } from 'pg-connection-string';
import { z } from 'zod';

/** Parses `off` as 0, `on` as 1, and a fraction such as `0.01`. */
export const share = z
  .string()
  .refine((text) => /^(on|off|0?\.\d{1,6})$/.test(text), 'off, on, or a share of requests such as 0.01')
  .transform((text) => ({ on: 1, off: 0 })[text] ?? Number(text));

/** Accepts an address, or a name with an address in angle brackets; the domain may be a plain host name. */
export const sender = z.string().regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'an address such as Arbor <arbor@example.com>',
});
/** A name that ends in a number is an IPv4 address to every resolver, so `canParse` refuses 999.1.1.1. */
const isHostName = (text: string) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) && URL.canParse(`http://${text}`);
export const host = z.string().refine((text) => isIP(text) !== 0 || isHostName(text), 'an IP address or a host name');
export const emailList = z
  .string()
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((email) => email.toLowerCase()),
  )
  .pipe(z.array(z.email({ error: 'e-mail addresses, separated by commas' })));

export const domainList = z
  .string()
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((domain) => domainToASCII(domain.toLowerCase())),
  )
  .refine(
    (domains) => domains.every((domain) => z.email().safeParse(`anyone@${domain}`).success),
    'domains of e-mail addresses, separated by commas',
  );

export const dsn = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname);
}, 'the DSN of a Sentry project, such as https://key@sentry.example.com/1');

const isPath = (text: string) => text === text.trim() && !/\p{Cc}/u.test(text);
const PATH = 'a path without spaces at its ends or control characters, such as the CR of a Windows file';

export const folder = z.string().refine(isPath, PATH);
export const absoluteFolder = folder.refine(isAbsolute, 'the absolute path of a folder');

export const baseUrl = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  }, 'a URL such as https://github.example.com')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

const GROUP_NAME_MAX = 60;

/** Parses `claim=Group, claim=Group` into groups, each with the claim values whose holders are its members. */
export const groupsByClaim = z.string().transform((text, context) => {
  const groups = new Map<string, string[]>();
  for (const pair of text.split(',')) {
    const at = pair.lastIndexOf('=');
    const [claim, group] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || !claim || !group || [...group].length > GROUP_NAME_MAX) {
      context.addIssue('pairs such as staff=Everyone at work, board=Board');
      return z.NEVER;
    }
    groups.set(group, [...(groups.get(group) ?? []), claim]);
  }
  return groups;
});

/** Express's names for networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (NAMED_NETWORKS.includes(text)) return true;
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return bits > 0 && isPrefix && more.length === 0;
}

const ENCODED = 'with # / @ : % in a password percent-encoded, such as %23 for #';

export const postgresUrl = z
  .string()
  .refine(isPostgresUrl, `postgres://user:password@host/database, ${ENCODED}, or nothing for SQLite`);

/** Tests an address as the driver reads it, without the query, whose certificates the driver would load. */
function isPostgresUrl(text: string): boolean {
  const [address] = text.split('?');
  if (!/^postgres(ql)?:\/\/\S+$/.test(text) || text.includes('#')) return false;
  try {
    parse(address!);
    return true;
  } catch {
    return false;
  }
}

export const smtpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:\/\/\S+$/.test(text) && url.hostname !== '' && url.hash === '';
}, `smtp://user:password@host:port or smtps://…, ${ENCODED}`);

export const trustedProxies = z.string().transform((text, context) => {
  if (text === 'true') return 1;
  if (text === 'false') return false as const;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(/[\s,]+/).filter(Boolean);
  if (networks.length > 0 && networks.every(isNetwork)) return networks;
  context.addIssue({
    code: 'custom',
    message: 'true, false, a number of hops, or networks such as loopback, uniquelocal or 10.0.0.0/8',
  });
  return z.NEVER;
});

const TERMS_MAX_BYTES = 256 * 1024;

export const markdownFile = z
  .string()
  .refine(
    (path) => isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false),
    'the absolute path of a Markdown file that is there',
  )
  .refine(
    (path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= TERMS_MAX_BYTES,
    'a file of up to 256 KB',
  );

/** Trimmed text on one line, of at most so many code points. */
export const plainText = (max: number) =>
  z
    .string()
    .transform((text) => text.trim())
    .refine(
      (text) => [...text].length <= max && !/\p{Cc}/u.test(text),
      `plain text of up to ${max} characters on one line`,
    );
