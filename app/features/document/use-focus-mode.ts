import { useLocation } from 'react-router';

/** `?focus` in the address: the document alone, with the header and the tree out of sight. A link, so without a script too. */
export function useFocusMode() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isFocused = query.has('focus');
  query.delete('focus');
  const rest = query.toString();
  const away = rest ? `${pathname}?${rest}` : pathname;
  const into = `${pathname}?${rest ? `${rest}&` : ''}focus`;
  return { isFocused, into, away };
}
