import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { routeFiles } from '#tests/support/routes.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The input of a method or intent: field names with their JSON schemas. */
export type Posted = {
  path: string;
  method: string;
  intent?: string;
  fields: Record<string, z.core.JSONSchema.BaseSchema>;
};

/**
 * Returns every method of every endpoint and every intent of every page, with its fields; new ones are found
 * automatically.
 */
export async function everythingPosted(): Promise<Posted[]> {
  const posted: Posted[] = [];
  for (const { path, file } of routeFiles()) {
    const source = readFileSync(file, 'utf8');
    for (const { name, body } of partsOf(source)) {
      const isMethod = /^[A-Z]+$/.test(name);
      const fields = await fieldsOf(source, body);
      posted.push(isMethod ? { path, method: name, fields } : { path, method: 'POST', intent: name, fields });
    }
    if (!path.startsWith('/api/')) posted.push({ path, method: 'GET', fields: {} });
  }
  return posted;
}

const PART = /^\s{2,4}'?([\w-]+)'?: (?:signedIn|anyone|intent|openIntent)\(/gm;

/** Splits a file by method or intent. */
function partsOf(source: string): { name: string; body: string }[] {
  const starts = [...source.matchAll(PART)];
  return starts.map((start, nth) => ({
    name: start[1]!,
    body: source.slice(start.index, starts[nth + 1]?.index ?? source.length),
  }));
}

/** Returns the fields of the named schemas of a part; none for inline schemas. */
async function fieldsOf(source: string, body: string): Promise<Posted['fields']> {
  const names = [...body.matchAll(/^\s+(?:schema|input|ids): (\w+)/gm)].map(([, name]) => name!);
  const fields: Posted['fields'] = {};
  for (const name of names) {
    const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#(app/schemas/[^']+)'`).exec(source)?.[1];
    if (!from) continue;
    const schema = ((await import(join(ROOT, from))) as Record<string, z.ZodType>)[name];
    if (!schema) continue;
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    Object.assign(fields, json.properties ?? {});
  }
  return fields;
}
