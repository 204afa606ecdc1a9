import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };
export type Components = Record<string, JsonSchema>;

/**
 * Converts a schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. Named parts (`meta({ id })`) move to
 * `components`. `io` selects the side of a transformation.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: each }) => {
      // Responses may get new fields, so clients must not refuse unknown ones.
      delete each.additionalProperties;
      delete each.id;
      // Zod drops the default of a transformed field; `meta({ fallback })` provides it.
      if ('fallback' in each) each.default = each.fallback as string;
      delete each.fallback;
    },
  }) as JsonSchema;
  const { $schema: _, $defs, ...own } = converted;
  for (const [name, part] of Object.entries(($defs ?? {}) as Components)) components[name] ??= inComponents(part);
  return inComponents(own);
}

/** Rewrites references to the location of shared schemas in OpenAPI. */
function inComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

export type Fields = { properties: Record<string, JsonSchema>; required: string[] };

/**
 * Returns the fields of all schemas that validate a call; later ones override earlier ones. A field with a default is
 * not required, though zod lists one that falls back (`catch`).
 */
export function fieldsOf(schemas: z.ZodType[], components: Components): Fields {
  const fields: Fields = { properties: {}, required: [] };
  for (const schema of schemas) {
    const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as Partial<Fields>;
    Object.assign(fields.properties, properties);
    fields.required.push(...required);
  }
  const { properties, required } = fields;
  return { properties, required: [...new Set(required)].filter((name) => !('default' in properties[name]!)) };
}
