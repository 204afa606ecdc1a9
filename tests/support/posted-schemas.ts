import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { postedPages, routeFiles, sourcesOf } from '#tests/support/routes.ts';

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
    for (const source of sourcesOf(file)) {
      for (const { name, body } of partsOf(source)) {
        const isMethod = /^[A-Z]+$/.test(name);
        const fields = await fieldsOf(source, body);
        posted.push(isMethod ? { path, method: name, fields } : { path, method: 'POST', intent: name, fields });
      }
    }
    if (!path.startsWith('/api/')) posted.push({ path, method: 'GET', fields: {} });
  }
  expectEveryIntent(posted);
  return posted;
}

/** Fails if a form of a page is missing. */
function expectEveryIntent(posted: Posted[]): void {
  const found = new Set(posted.map(({ path, intent }) => `${path} ${intent}`));
  const pages = postedPages().filter(({ path }) => routeFiles().some((route) => route.path === path));
  const all = pages.flatMap(({ path, intents }) => intents.map((intent) => `${path} ${intent}`));
  expect(all.filter((each) => !found.has(each))).toEqual([]);
}

const PART = /^\s{2,4}'?([\w-]+)'?: (?:signedIn|anyone|intent|\w+Intent)\(/gm;

/** Splits a file by method or intent. */
function partsOf(source: string): { name: string; body: string }[] {
  const starts = [...source.matchAll(PART)];
  return starts.map((start, nth) => ({
    name: start[1]!,
    body: source.slice(start.index, starts[nth + 1]?.index ?? source.length),
  }));
}

/** Returns the fields of the schemas of a part; those of inline schemas without a type. */
async function fieldsOf(source: string, body: string): Promise<Posted['fields']> {
  const names = [...body.matchAll(/^\s+(?:schema|input|ids): (\w+)/gm)].map(([, name]) => name!);
  const inline = [...body.matchAll(/(?:schema|input|ids): z\.object\(\{([^}]*)\}/g)];
  const untyped = inline.flatMap(([, list]) => [...list!.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name!));
  const fields: Posted['fields'] = Object.fromEntries(untyped.map((name) => [name, {}]));
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
