import { useLocation } from 'react-router';

/**
 * Reads `?focus`: shows the document alone, without header and tree. A link toggles it, so it works without JavaScript.
 */
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
