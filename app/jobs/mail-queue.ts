import { deliverSoon, mailsDelivered } from '#app/services/mail/deliver-mails.ts';

const EVERY_MS = 10_000;
/** A mail cut off here is sent by the next process, once its lease is over. */
const STOP_WITHIN_MS = 1000;

/**
 * Looks for mails whose next attempt is due: those another process left, and those to try again. The returned function
 * stops it and waits a moment for what is under way.
 */
export function startMailQueue(): () => Promise<void> {
  deliverSoon();
  const timer = setInterval(deliverSoon, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    const patience = new Promise<void>((over) => setTimeout(over, STOP_WITHIN_MS).unref());
    await Promise.race([mailsDelivered(), patience]);
  };
}
