// Loaded as one file, once a page is idle.
export { followEvents } from '#app/browser/events.ts';
export { followReturn } from '#app/browser/page-return.ts';
export { reloadWhenConnected } from '#app/browser/reload-when-connected.ts';
