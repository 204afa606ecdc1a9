/** One table of OpenCC: `from to` separated by `|`. */
declare module 'opencc-js/dict/*' {
  const table: string;
  export default table;
}
