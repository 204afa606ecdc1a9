import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Posted = { from: string; to: string[]; message: string };
export type SmtpServer = {
  url: string;
  port: number;
  /** Mails received so far, oldest first. */
  received: Posted[];
  /** Sets the status for the next recipients; null accepts them. */
  answer: (status: number | null) => void;
  /** Refuses an address with a status and a text; null accepts it again. */
  refuse: (email: string, reply: { status: number; text: string } | null) => void;
  /** Runs `act` once, after the next mail was received and before it is acknowledged. */
  onceReceived: (act: () => Promise<unknown>) => void;
  stop: () => Promise<void>;
};

/** Starts an SMTP server that records mails. `port` 0 selects a free one. */
export async function startSmtp(port = 0): Promise<SmtpServer> {
  const received: Posted[] = [];
  let status: number | null = null;
  let next: (() => Promise<unknown>) | undefined;
  const refusals = new Map<string, { status: number; text: string }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusals.get(address);
      if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.status }));
      if (status === null) return done();
      done(Object.assign(new Error('not now'), { responseCode: status }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, message: Buffer.concat(chunks).toString('utf8') });
        const act = next;
        next = undefined;
        Promise.resolve(act?.()).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((listening, failed) => {
    server.on('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    refuse: (email, reply) => {
      if (reply) refusals.set(email, reply);
      else refusals.delete(email);
    },
    answer: (answered) => {
      status = answered;
    },
    onceReceived: (act) => {
      next = act;
    },
    stop: () => new Promise((done) => server.close(done)),
  };
}
