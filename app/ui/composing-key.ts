/** `keyCode` of a key that an input method took. Safari ends the composition before the key that confirms it. */
const KEY_OF_INPUT_METHOD = 229;

type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/** True for a key that belongs to an input method: it must neither choose, send nor close. */
export const isComposingKey = ({ isComposing, keyCode }: Key): boolean =>
  isComposing || keyCode === KEY_OF_INPUT_METHOD;
