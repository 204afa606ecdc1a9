/** A table of OpenCC: `from to` pairs separated by `|`. */
declare module 'opencc-js/dict/*' {
  const table: string;
  export default table;
}
