import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The code in the mail, so that an installation without a mail server can print it. */
  code?: string;
};

/** A server that does not answer is given up after these; the queue tries again later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Loaded by the first mail: most commands of the terminal send none. */
const transport = async (options: object, defaults?: object): Promise<Transporter> =>
  (await import('nodemailer')).createTransport(options, defaults);

let transporter: Transporter | undefined;
let written = 0;

/**
 * Hands one mail to the SMTP server. Without one the mail becomes a file in `DATA_DIR/outbox` and its code a line in
 * the log. Throws what went wrong; `isRefusedForGood` tells whether trying again can help.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { smtpUrl, mailFrom } = config();
  const { code, ...content } = mail;
  // Readable in the file as it lies there, in Chinese too.
  const message = { ...content, textEncoding: 'quoted-printable' as const };
  if (smtpUrl) {
    transporter ??= await transport({ ...TIMEOUTS, url: smtpUrl }, { from: mailFrom });
    await transporter.sendMail(message);
    return;
  }
  await writeToOutbox({ from: mailFrom, ...message });
  if (code) log.info({ event: 'mail-code', to: mail.to }, `the code for ${mail.to} is ${code}`);
}

/** Greets the SMTP server and signs in. Throws what went wrong. */
export async function reachMailServer(): Promise<void> {
  const once = await transport({ ...TIMEOUTS, url: config().smtpUrl });
  try {
    await once.verify();
  } finally {
    once.close();
  }
}

/** Whether the server refused this mail for good (a 5xx reply to sender, recipient or text), not just for now. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

async function writeToOutbox(message: Record<string, string>): Promise<void> {
  const folder = join(config().dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const stream = await transport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: bytes } = (await stream.sendMail(message)) as unknown as { message: Buffer };
  written += 1;
  // In the order they were written, also within one millisecond.
  const order = `${new Date().toISOString().replace(/[:.]/g, '-')}-${String(written).padStart(6, '0')}`;
  const name = `${order}-${crypto.randomUUID().slice(0, 8)}.eml`;
  // Whoever watches the folder sees whole mails only.
  await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}
