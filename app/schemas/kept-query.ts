/** Parameter of an address with the id of a form that was saved until its person signed in again. */
export const KEPT_QUERY = 'kept';
