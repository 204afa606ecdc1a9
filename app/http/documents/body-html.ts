import { createContext } from 'react-router';

/** The document's HTML for server rendering. Loader data would be sent to the browser a second time. */
export const bodyHtmlContext = createContext<string | null>(null);
