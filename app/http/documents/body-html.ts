import { createContext } from 'react-router';

/**
 * The document's HTML of this page, on its way from loader to markup. It is not loader data: that would send it to the
 * browser a second time.
 */
export const bodyHtmlContext = createContext<string | null>(null);
