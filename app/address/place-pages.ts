import { basePath } from '#app/address/base-path.ts';
import { placeElements } from '#app/address/jsx-runtime.ts';
import { outwardProps } from '#app/address/outward-props.ts';

/** Renders every element from now on with addresses below the path, if there is one. */
export function placePages(): void {
  if (basePath() !== '') placeElements(outwardProps);
}
