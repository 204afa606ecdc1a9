import { log } from '#app/observability/log.ts';
import { claimMail, renewMailLease } from '#db/queries/mails.ts';

const LEASE_MS = 2 * 60 * 1000;
const RENEW_EVERY_MS = LEASE_MS / 4;
/** A mail that takes longer is left to others: its server may never answer. */
const RENEWED_FOR_MS = 10 * 60 * 1000;
/** Part of a lease that is left for the last write. */
const MARGIN_MS = 15 * 1000;

/** The lease of one attempt to send a mail, renewed until it is released, so that no other process sends the mail too. */
export class MailLease {
  readonly #id: string;
  /** Instant at which the lease ends, as its row has it. */
  #until: number;
  /** The same in `performance.now()`, which no change of the clock moves. */
  #untilTick: number;
  readonly #timer: NodeJS.Timeout;

  private constructor(id: string, until: number) {
    this.#id = id;
    this.#until = until;
    this.#untilTick = performance.now() + LEASE_MS;
    const last = performance.now() + RENEWED_FOR_MS;
    this.#timer = setInterval(() => {
      if (performance.now() < last) void this.#renew();
    }, RENEW_EVERY_MS).unref();
  }

  /** Claims a due mail. Returns null if another process has it. */
  static async take({ id, attempts }: { id: string; attempts: number }, now: number): Promise<MailLease | null> {
    const leaseUntil = now + LEASE_MS;
    return (await claimMail({ id, attempts, leaseUntil, now })) === 1 ? new MailLease(id, leaseUntil) : null;
  }

  /** Instant of `performance.now()` until which what became of the mail may be recorded. */
  get writableUntil(): number {
    return this.#untilTick - MARGIN_MS;
  }

  /** Stops renewing. The lease ends with its row, or by itself. */
  release(): void {
    clearInterval(this.#timer);
  }

  /** Changes nothing if the outcome was recorded meanwhile, or another process has the mail. */
  async #renew(): Promise<void> {
    const [until, untilTick] = [Date.now() + LEASE_MS, performance.now() + LEASE_MS];
    try {
      if ((await renewMailLease({ id: this.#id, from: this.#until, until })) !== 1) return;
      this.#until = until;
      this.#untilTick = untilTick;
    } catch (error) {
      log.warn({ error, event: 'mail-lease', mailId: this.#id }, 'the lease of a mail could not be renewed');
    }
  }
}
