/**
 * Makes the addresses in a style sheet below `/assets/` relative to it, so that it works below any path of a host.
 * @param {string} css
 */
export function withRelativeAddresses(css) {
  return css.replace(/(url\(["']?)\/(?!\/)(assets\/)?/g, (_, start, isBeside) => start + (isBeside ? './' : '../'));
}
