const BROWSERS = [/Firefox/, /Edg/, /OPR/, /Chrome/, /Safari/, /curl/];
const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/];
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };

/** Browser and system, if the user agent names them. */
export function deviceName(userAgent: string | null): string | null {
  const found = [BROWSERS, SYSTEMS].map((known) => known.map((name) => name.exec(userAgent ?? '')?.[0]).find(Boolean));
  const names = found.filter((name) => name !== undefined).map((name) => NAMES[name] ?? name);
  return names.length > 0 ? names.join(' · ') : null;
}
