import { outward } from '#app/address/base-path.ts';
import { outwardHtml } from '#app/address/html-addresses.ts';

type Props = Record<string, unknown>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster'];

/** Returns the properties of an HTML element with the addresses for browsers. */
export function outwardProps(type: string, props: Props): Props {
  const changed: Props = {};
  for (const name of ADDRESSES) {
    const value = props[name];
    if (typeof value === 'string') changed[name] = outward(value);
  }
  if (typeof props.srcSet === 'string') changed.srcSet = props.srcSet.split(', ').map(outward).join(', ');
  const html = (props.dangerouslySetInnerHTML as { __html: string } | undefined)?.__html;
  if (html !== undefined && type !== 'script') changed.dangerouslySetInnerHTML = { __html: outwardHtml(html) };
  return { ...props, ...changed };
}
