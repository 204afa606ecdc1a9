import { log } from '#app/observability/log.ts';

/** Logs uncaught faults and continues, as requests are independent of each other. */
export function logUncaught(): void {
  process.on('uncaughtException', (error) => log.error({ error, event: 'uncaught' }, 'an error was not caught'));
  process.on('unhandledRejection', (error) => log.error({ error, event: 'unhandled' }, 'a rejection was not handled'));
}
