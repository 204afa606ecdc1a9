declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';

  /** Calls the listener right before the headers of the response are written. */
  export default function onHeaders(response: ServerResponse, listener: () => void): void;
}
