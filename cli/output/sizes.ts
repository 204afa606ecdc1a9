const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats bytes: `1.5 MiB`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}
