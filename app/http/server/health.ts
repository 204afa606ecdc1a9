import type { Express, RequestHandler } from 'express';

export type Health = {
  /** Serves, and its database answers. */
  isHealthy: () => Promise<boolean>;
  /** Reads and writes, and is not stopping. */
  isReady: () => Promise<boolean>;
  isStopping: () => boolean;
};

/** Answers `/livez`, `/healthz` and `/readyz` (contract §1): 200 or 503. */
export function answerProbes(app: Express, { isHealthy, isReady }: Health): void {
  const probe =
    (ask: () => Promise<boolean>): RequestHandler =>
    async (_request, response) => {
      const isGood = await ask();
      response.status(isGood ? 200 : 503).json({ status: isGood ? 'ok' : 'unavailable' });
    };
  app.get(
    '/livez',
    probe(async () => true),
  );
  app.get('/healthz', probe(isHealthy));
  app.get('/readyz', probe(isReady));
}

/** Asks clients of a stopping process to open a new connection: one that is reused while it closes loses a request. */
export function endConnections(isStopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isStopping()) response.setHeader('Connection', 'close');
    next();
  };
}
