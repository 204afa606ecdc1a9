import { createContext } from 'react-router';

/** The document's HTML, passed from loader to markup. Loader data would be sent to the browser a second time. */
export const bodyHtmlContext = createContext<string | null>(null);
