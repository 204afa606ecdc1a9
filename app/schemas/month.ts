/** Returns the month (`YYYY-MM`) `steps` months later; earlier if negative. */
export function monthFrom(month: string, steps: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + steps, 1)).toISOString().slice(0, 7);
}
