import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { makeFolder } from '#app/config/make-folder.server.ts';
import { isTrial } from '#app/config/trial-copy.server.ts';
import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address that stops mails of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** Message id that this mail replies to, by which mail programs group a conversation. */
  references?: string;
  /** The code in the mail, logged if there is no mail server. */
  code?: string;
};

/** Timeouts in ms for an unresponsive server. The queue retries later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
/** A server that examines a mail before it accepts it may take a minute. */
const SENDING_TIMEOUTS = { ...TIMEOUTS, socketTimeout: 90_000 };

/** Imported lazily, as most CLI commands send no mail. */
const transport = async (options: object, defaults?: object): Promise<Transporter> =>
  (await import('nodemailer')).createTransport(options, defaults);

let transporter: Transporter | undefined;
let written = 0;

/**
 * Sends one mail over SMTP. Without a server, or in a trial copy, writes it to `DATA_DIR/outbox` and logs its code.
 * Throws the transport error; `isRefusedForGood` tests whether a retry would be useless. With an `id` all attempts have
 * one Message-ID, so that mail programs fold the copies of a server that answered too late.
 */
export async function sendMail(mail: Mail, id?: string): Promise<void> {
  const { smtpUrl, mailFrom } = config();
  const { code, unsubscribeUrl, references, ...content } = mail;
  const message = {
    ...content,
    ...(id ? { messageId: `<${id}@${mailFrom.replace(/^.*@|>.*$/g, '')}>` } : {}),
    ...(references ? { references, inReplyTo: references } : {}),
    ...(unsubscribeUrl ? { headers: unsubscribing(unsubscribeUrl) } : {}),
    // Keeps the file readable, including Chinese text.
    textEncoding: 'quoted-printable' as const,
  };
  if (smtpUrl && !isTrial()) {
    transporter ??= await transport({ ...SENDING_TIMEOUTS, url: smtpUrl }, { from: mailFrom });
    await transporter.sendMail(message);
    return;
  }
  await writeToOutbox({ from: mailFrom, ...message });
  if (code) log.info({ event: 'mail-code', to: mail.to }, `the code for ${mail.to} is ${code}`);
}

const unsubscribing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Connects to the configured SMTP server, or another one, and signs in. Throws the transport error. */
export async function reachMailServer(url = config().smtpUrl): Promise<void> {
  const once = await transport({ ...TIMEOUTS, url });
  try {
    await once.verify();
  } finally {
    once.close();
  }
}

/** Tests for a permanent refusal (a 5xx reply to sender, recipient or text). */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/**
 * Returns the server's reply if it permanently refused the recipient. Excludes policy refusals (5.7), which concern the
 * sender.
 */
export function recipientRefusal(error: unknown): string | null {
  const { responseCode = 0, command, response = '' } = error as RefusedMail;
  const isRefused = responseCode >= 500 && command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(response);
  return isRefused ? response : null;
}

type RefusedMail = { responseCode?: number; command?: string; response?: string };

async function writeToOutbox(message: object): Promise<void> {
  const folder = join(config().dataDir, 'outbox');
  makeFolder(folder);
  const stream = await transport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: bytes } = (await stream.sendMail(message)) as unknown as { message: Buffer };
  written += 1;
  // File names sort by time written, also within one millisecond.
  const order = `${new Date().toISOString().replace(/[:.]/g, '-')}-${String(written).padStart(6, '0')}`;
  const name = `${order}-${crypto.randomUUID().slice(0, 8)}.eml`;
  // Rename after writing, so that watchers of the folder see only complete mails.
  await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}
