import { createContext } from 'react-router';

/** The request id for the log and `X-Request-Id`. Set by the server process. */
export const requestIdContext = createContext<string>('');
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>('');
