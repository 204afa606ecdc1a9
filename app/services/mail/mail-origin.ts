import { config } from '#app/config.server.ts';

/** The origin of links in mails. Never taken from a request: whoever sends one could point the links elsewhere. */
export function mailOrigin(): string {
  const { appUrl, port } = config();
  return appUrl ?? `http://localhost:${port}`;
}
