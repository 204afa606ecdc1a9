import type { Express, RequestHandler } from 'express';

export type Health = {
  /** True if the process serves and its database responds. */
  isHealthy: () => Promise<boolean>;
  /** True if reads and writes work and the process is not stopping. */
  isReady: () => Promise<boolean>;
  isStopping: () => boolean;
};

/** Handles `/livez`, `/healthz` and `/readyz` (contract §1): 200 or 503. */
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

/** Closes connections of a stopping process after each response: a request on a reused connection would be lost. */
export function endConnections(isStopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isStopping()) response.setHeader('Connection', 'close');
    next();
  };
}
