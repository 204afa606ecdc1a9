import { createContext, useContext } from 'react';

const CsrfToken = createContext('');

/** Provides the csrf token to the forms below it. */
export const CsrfProvider = CsrfToken.Provider;

export const useCsrfToken = () => useContext(CsrfToken);

export function CsrfField() {
  return <input type="hidden" name="csrf" value={useCsrfToken()} />;
}
