import { createContext, useContext } from 'react';

/** Data for the server's markup only. Loader data would be sent to the browser a second time. */
export type ServerOnly = {
  bodyHtml: string | null;
  nonce: string;
  /** Records the instant in milliseconds at which the text of a relative time changes. */
  noteChange?: (instant: number) => void;
};

const Context = createContext<ServerOnly>({ bodyHtml: null, nonce: '' });

export const ServerOnlyProvider = Context.Provider;

export function useServerOnly(): ServerOnly {
  return useContext(Context);
}
