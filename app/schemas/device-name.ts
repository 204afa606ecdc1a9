const BROWSERS = [/Firefox/, /Edg/, /OPR/, /Chrome/, /Safari/, /curl/];
const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/];
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };

/** Returns the browser and system that the user agent names; null if it names neither. */
export function deviceName(userAgent: string | null): string | null {
  const found = [BROWSERS, SYSTEMS].map((known) => known.map((name) => name.exec(userAgent ?? '')?.[0]).find(Boolean));
  const names = found.filter((name) => name !== undefined).map((name) => NAMES[name] ?? name);
  return names.length > 0 ? names.join(' · ') : null;
}
