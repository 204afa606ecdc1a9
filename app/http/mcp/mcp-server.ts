import { type CallToolResult, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { TFunction } from 'i18next';
import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { toAppError } from '#app/http/errors/envelope.ts';
import { errorText, fieldTexts, issueTexts } from '#app/http/errors/problem-texts.ts';
import { TOOLS, type Tool } from '#app/http/mcp/tools.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { Actor } from '#app/services/actor.ts';
import { tokenMay } from '#app/services/tokens/require-scope.ts';

type Context = Readonly<RouterContextProvider>;
type Caller = { actor: Actor; scope: TokenScope; context: Context };

/** Returns true if a token of this scope may call a tool. Unknown tools are left to the protocol. */
export const mayCall = (scope: TokenScope, name: string): boolean =>
  !Object.hasOwn(TOOLS, name) || tokenMay(scope, TOOLS[name]!.isReading ? 'read' : 'change');

/** Builds the server of one request with the tools that the caller's token allows. It is discarded with the request. */
export function mcpServer(caller: Caller): McpServer {
  const server = new McpServer({ name: 'arbor', title: 'Arbor', version: __ARBOR_VERSION__ });
  for (const [name, tool] of Object.entries(TOOLS)) {
    if (!mayCall(caller.scope, name)) continue;
    const { description, input, isReading } = tool;
    const annotations = { readOnlyHint: isReading, destructiveHint: name === 'edit_document', openWorldHint: false };
    server.registerTool(name, { description, inputSchema: unchecked(input), annotations }, (fields) =>
      call(tool, fields, caller),
    );
  }
  return server;
}

/** Skips the library's validation: `call` validates, with the API's messages in the caller's language. */
function unchecked(schema: z.ZodType): StandardSchemaWithJSON {
  const standard = schema['~standard'] as StandardSchemaWithJSON['~standard'];
  return { '~standard': { ...standard, validate: (value) => ({ value }) } };
}

async function call(tool: Tool, fields: unknown, { actor, context }: Caller): Promise<CallToolResult> {
  const t = getTexts(context);
  try {
    if (!tool.isReading) await perPerson('documentWrite')({ actor, context });
    const parsed = tool.input.safeParse(fields);
    if (!parsed.success) return failed(new AppError('validationFailed'), t, issueTexts(t, parsed.error.issues));
    return result(await tool.run(actor, parsed.data));
  } catch (error) {
    return failed(toAppError(error, context.get(requestIdContext)), t);
  }
}

const result = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** Returns a failure in the format of the API, so that the same documentation applies. */
function failed(error: AppError, t: TFunction, errors?: Record<string, string[]>): CallToolResult {
  const body = {
    statusCode: error.code,
    message: errorText(t, error),
    errors: errors ?? fieldTexts(t, error.fields),
    data: error.data,
  };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
