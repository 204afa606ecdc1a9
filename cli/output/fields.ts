import type { Row } from '#cli/output/printable.ts';

/** Thrown for fields that the rows of a command do not have. */
export class UnknownFields extends Error {
  override name = 'UnknownFields';
  readonly names: string[];
  readonly known: string[];

  constructor(names: string[], known: string[]) {
    super(names.join(', '));
    this.names = names;
    this.known = known;
  }
}

let chosen: string[] | undefined;

/** Selects the fields of every row this process prints as JSON or CSV (`--fields`); undefined: all of them. */
export function chooseFields(names: string[] | undefined): void {
  chosen = names;
}

/** Returns a row with the chosen fields, in the order asked for. Throws UnknownFields. */
export function withChosenFields(row: Row): Row {
  if (!chosen) return row;
  const unknown = chosen.filter((name) => !Object.hasOwn(row, name));
  if (unknown.length > 0) throw new UnknownFields(unknown, Object.keys(row));
  return Object.fromEntries(chosen.map((name) => [name, row[name] ?? null]));
}
