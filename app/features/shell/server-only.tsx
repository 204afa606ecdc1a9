import { createContext, useContext } from 'react';

/** What the server hands to the markup alone. It is not loader data: that would go to the browser a second time. */
export type ServerOnly = { bodyHtml: string | null; nonce: string };

const Context = createContext<ServerOnly>({ bodyHtml: null, nonce: '' });

export const ServerOnlyProvider = Context.Provider;

export function useServerOnly(): ServerOnly {
  return useContext(Context);
}
