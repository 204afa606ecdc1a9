import { Agent, request } from 'node:http';

export type Load = {
  /** Ends the load. Returns the number of responses and the failures. */
  end: () => Promise<{ answered: number; failed: string[] }>;
  answered: () => number;
};
/** A request to repeat. With `body` it is a PATCH of JSON. */
export type Ask = { path: string; headers: Record<string, string>; body?: (n: number) => object };

/** Repeats each request over its own keep-alive connection until the load ends. */
export function startLoad(origin: string, asks: Ask[]): Load {
  let isOver = false;
  let answered = 0;
  const failed: string[] = [];
  const repeat = async (ask: Ask) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !isOver; n += 1) {
      const outcome = await send(origin, agent, ask, n);
      if (outcome === '200') answered += 1;
      else failed.push(`${ask.body ? 'PATCH' : 'GET'} ${ask.path}: ${outcome}`);
    }
    agent.destroy();
  };
  const all = Promise.all(asks.map(repeat));
  const end = async () => {
    isOver = true;
    await all;
    return { answered, failed };
  };
  return { end, answered: () => answered };
}

/** Returns the status, or the error code. */
function send(origin: string, agent: Agent, { path, headers, body }: Ask, n: number): Promise<string> {
  return new Promise((answered) => {
    const sent = request(
      origin + path,
      {
        agent,
        method: body ? 'PATCH' : 'GET',
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      },
      (response) => {
        response.resume();
        response.once('end', () => answered(String(response.statusCode)));
        response.once('error', (error: NodeJS.ErrnoException) => answered(error.code ?? error.message));
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => answered(error.code ?? error.message));
    sent.end(body ? JSON.stringify(body(n)) : undefined);
  });
}
