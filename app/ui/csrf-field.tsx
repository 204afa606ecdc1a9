import { createContext, useContext } from 'react';

const CsrfToken = createContext('');

/** Gives the forms below it the token they post. */
export const CsrfProvider = CsrfToken.Provider;

export function CsrfField() {
  return <input type="hidden" name="csrf" value={useContext(CsrfToken)} />;
}
