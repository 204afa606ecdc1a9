/** Returns true if a page asks for confirmation of the account's deletion. */
export const confirmsDeletion = (url: URL): boolean => url.searchParams.get('confirm') === 'account-delete';
