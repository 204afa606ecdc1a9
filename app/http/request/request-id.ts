import { createContext } from 'react-router';

/** The request id in the log and in `X-Request-Id`; set by the server process. */
export const requestIdContext = createContext<string>('');
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>('');
