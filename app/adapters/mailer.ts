import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { log } from '#app/adapters/log.ts';
import { config } from '#app/config.server.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The code in the mail, so that an installation without a mail server can print it. */
  code?: string;
};

let transporter: Transporter | undefined;
const underWay = new Set<Promise<void>>();

/**
 * Sends after the answer, so that neither its time nor its outcome tells whether an address has an account. Without
 * SMTP the mail becomes a file in `DATA_DIR/outbox` and its code a line in the log.
 */
export function queueMail(mail: Mail): void {
  const sending = deliver(mail)
    .catch((error) => log.error({ error, event: 'mail-failed', subject: mail.subject }, 'a mail was not sent'))
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}

/** Sends before the answer, for the one who has to know: rejects when the mail could not be handed over. */
export function sendMail(mail: Mail): Promise<void> {
  return deliver(mail);
}

/** Waits for the mails under way: before the process ends, and in tests. */
export async function mailsDelivered(): Promise<void> {
  await Promise.all(underWay);
}

async function deliver(mail: Mail): Promise<void> {
  const { smtpUrl, mailFrom } = config();
  const { code, ...content } = mail;
  // Readable in the file as it lies there, in Chinese too.
  const message = { ...content, textEncoding: 'quoted-printable' as const };
  if (smtpUrl) {
    transporter ??= createTransport(smtpUrl, { from: mailFrom } as object);
    await transporter.sendMail(message);
    return;
  }
  await writeToOutbox({ from: mailFrom, ...message });
  if (code) log.info({ event: 'mail-code', to: mail.to }, `the code for ${mail.to} is ${code}`);
}

async function writeToOutbox(message: Record<string, string>): Promise<void> {
  const folder = join(config().dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const stream = createTransport({ streamTransport: true, buffer: true, newline: 'unix' } as object);
  const { message: bytes } = (await stream.sendMail(message)) as unknown as { message: Buffer };
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${crypto.randomUUID().slice(0, 8)}.eml`;
  // Whoever watches the folder sees whole mails only.
  await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}
