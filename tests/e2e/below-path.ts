import type { Page } from 'playwright';
import { type Stage, setOwnStage } from '#tests/e2e/stage.ts';
import { startNetwork } from '#tests/support/network.ts';
import { freePort } from '#tests/support/postgres.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { isInstalled, type RunningProxy, startNginxBelow } from '#tests/topology/proxies.ts';

export const PATH = '/notes';

export type Below = {
  stage: Stage<RunningServer>;
  /** The address that people use. */
  readonly url: string;
  /** The server as people see it, for journeys. */
  readonly place: Pick<RunningServer, 'url' | 'dataDir' | 'databaseUrl'>;
};

/**
 * Starts a server whose APP_URL has a path, behind nginx with its example; where it is missing, behind a plain proxy.
 */
export function setStageBelow(): Below {
  let network: RunningProxy;
  let port: number;
  const proxy = {
    start: async () => {
      port = await freePort();
      network = isInstalled('nginx')
        ? await startNginxBelow(await freePort(), port)
        : await startNetwork(`http://127.0.0.1:${port}`);
    },
    stop: () => network.stop(),
  };
  const env = () => ({ PORT: String(port), APP_URL: network.url + PATH, TRUST_PROXY: 'loopback' });
  const stage = setOwnStage({ beside: proxy, env });
  return {
    stage,
    get url() {
      return network.url + PATH;
    },
    get place() {
      return { ...stage.server, url: network.url + PATH };
    },
  };
}

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'poster', 'srcset'];

/** Returns addresses of our host outside of the path: those in the page, and those that its scripts ask for. */
export function watchAddresses(page: Page, url: string) {
  const asked: string[] = [];
  const isOutside = (address: string) => {
    const { origin, pathname } = new URL(address);
    return origin.replace(/^ws/, 'http') === new URL(url).origin && !pathname.startsWith(`${PATH}/`);
  };
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  return {
    sockets: () => asked.filter((address) => address.startsWith('ws')),
    outside: async (): Promise<string[]> => {
      const written = await page.evaluate(
        (names) =>
          names.flatMap((name) =>
            [...document.querySelectorAll(`[${name}]`)].flatMap((element) => {
              const value = element.getAttribute(name)!;
              const parts = name === 'srcset' ? value.split(', ').map((part) => part.split(' ')[0]!) : [value];
              return parts.map((part) => new URL(part, location.href).href);
            }),
          ),
        ADDRESSES,
      );
      return [...written, ...asked.splice(0)].filter((address) => /^(?:http|ws)/.test(address) && isOutside(address));
    },
  };
}
