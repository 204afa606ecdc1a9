import { config } from '#app/config.server.ts';

/** Returns the origin of links in mails. Never taken from a request, as its sender could redirect the links. */
export function mailOrigin(): string {
  const { appUrl, port } = config();
  return appUrl ?? `http://localhost:${port}`;
}
