import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ReceivedMail = {
  to: string;
  subject: string;
  /** The text part, decoded. */
  text: string;
  /** The verification code on a line of its own; null if there is none. */
  code: string | null;
  /** The raw message. */
  source: string;
};

/** Returns all mails to an address in the outbox, oldest first. */
export async function mailsTo(dataDir: string, email: string): Promise<ReceivedMail[]> {
  const mails = await Promise.all((await eml(dataDir)).map((file) => readFile(file, 'utf8')));
  return mails.map(parse).filter(({ to }) => to === email);
}

async function eml(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  try {
    const names = (await readdir(folder)).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
    return names.map((name) => join(folder, name));
  } catch (error) {
    // The folder is created with the first mail.
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the newest mail to an address. Throws if there is none. */
export async function newestMail(dataDir: string, email: string): Promise<ReceivedMail> {
  const mail = (await mailsTo(dataDir, email)).at(-1);
  if (!mail) throw new Error(`No mail to ${email} in ${dataDir}/outbox`);
  return mail;
}

/** Returns the code of the newest mail to an address. Throws if it has none. */
export async function newestCode(dataDir: string, email: string): Promise<string> {
  const { code, subject } = await newestMail(dataDir, email);
  if (!code) throw new Error(`The mail "${subject}" to ${email} brings no code`);
  return code;
}

function parse(message: string): ReceivedMail {
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'm').exec(message)?.[1] ?? '';
  const text = textPart(message);
  return {
    to: header('To').replace(/^.*<(.*)>$/, '$1'),
    subject: decodeWords(header('Subject')),
    text,
    code: /^[2-9A-HJ-KM-NP-Z]{6}$/m.exec(text)?.[0] ?? null,
    source: message,
  };
}

function textPart(message: string): string {
  const [, , body = ''] = /Content-Type: text\/plain([\s\S]*?)\n\n([\s\S]*?)(?=\n--|$)/.exec(message) ?? [];
  return fromQuotedPrintable(body);
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes RFC 2047 words, as in a Chinese subject. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding, word) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
}
