import { createContext } from 'react-router';

/** Names one request in the log and in the `X-Request-Id` of its answer; set by the server process. */
export const requestIdContext = createContext<string>('');
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>('');
