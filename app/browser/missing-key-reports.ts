import { request } from '#app/browser/request.ts';

const reported = new Set<string>();

/** Makes the server log a missing text, each key once. Only in development. */
export function reportMissingKey(lng: string, namespace: string, key: string): void {
  if (reported.has(key)) return;
  reported.add(key);
  request('POST', `/locales/add/${lng}/${namespace}`, { body: { [key]: '' }, quiet: true }).catch((error: unknown) => {
    console.warn(`The missing translation ${key} (${lng}) was not reported:`, error);
  });
}
