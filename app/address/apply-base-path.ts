import { basePath } from '#app/address/base-path.ts';
import { placeElements } from '#app/address/jsx-runtime.ts';
import { outwardProps } from '#app/address/outward-props.ts';

/** Makes the JSX runtime add the base path, if there is one, to the addresses of every element. */
export function applyBasePath(): void {
  if (basePath() !== '') placeElements(outwardProps);
}
