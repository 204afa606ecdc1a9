import { createMcpHandler } from '@modelcontextprotocol/server';
import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { readJsonObject } from '#app/http/api/json-body.ts';
import { failure, toAppError } from '#app/http/errors/envelope.ts';
import { mayCall, mcpServer } from '#app/http/mcp/mcp-server.ts';
import { PROTECTED_RESOURCE } from '#app/http/oauth/metadata.ts';
import { requestIdContext } from '#app/http/request/request-id.ts';
import { originOf } from '#app/http/request/request-origin.ts';
import { sameOriginContext } from '#app/http/session/csrf.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { log } from '#app/observability/log.ts';

/**
 * Handles the Model Context Protocol over Streamable HTTP (contract §10). Stateless: each request contains its token,
 * and any process can respond. Cookies are ignored, so that no other site can make a browser call a tool.
 */
export async function answerMcp({ request, context }: ActionFunctionArgs): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new AppError('methodNotAllowed');
    const parsedBody = await readJsonObject(request);
    if (!context.get(sameOriginContext)) throw new AppError('permissionDenied');
    const { bearer } = context.get(sessionContext);
    if (bearer === null || bearer === 'refused') throw new AppError('authenticationFailed');
    const tool = calledTool(parsedBody);
    if (tool !== null && !mayCall(bearer.scope, tool)) throw new AppError('permissionDenied');
    const handler = createMcpHandler(() => mcpServer({ ...bearer, context }), {
      // There are no notifications: answers are JSON, and no stream needs to stay open.
      maxSubscriptions: 0,
      onerror: (error) => log.debug({ error, event: 'mcp-refused' }, 'a call of a tool was refused'),
    });
    const answer = await handler.fetch(new Request(request.url, { method: 'POST', headers: request.headers }), {
      parsedBody,
    });
    answer.headers.set('Cache-Control', 'no-store, no-transform');
    return answer;
  } catch (error) {
    return refused(toAppError(error, context.get(requestIdContext)), request, context);
  }
}

/** Returns the name of the tool that a message calls; null for any other message. */
function calledTool({ method, params }: Record<string, unknown>): string | null {
  const { name } = (params ?? {}) as { name?: unknown };
  return method === 'tools/call' && typeof name === 'string' ? name : null;
}

/** Returns the envelope with the challenge from which clients learn how to get a token. */
function refused(error: AppError, request: Request, context: ActionFunctionArgs['context']): Response {
  const answer = failure(error, getTexts(context));
  const isTokenBad = context.get(sessionContext).bearer === 'refused';
  const metadata = `resource_metadata="${originOf(request)}${PROTECTED_RESOURCE}/mcp"`;
  if (error.error === 'authenticationFailed') {
    const problem = isTokenBad ? 'error="invalid_token", ' : '';
    answer.headers.set('WWW-Authenticate', `Bearer ${problem}${metadata}`);
  }
  if (error.error === 'permissionDenied' && context.get(sessionContext).bearer) {
    answer.headers.set('WWW-Authenticate', `Bearer error="insufficient_scope", scope="write", ${metadata}`);
  }
  if (error.error === 'methodNotAllowed') answer.headers.set('Allow', 'POST');
  return answer;
}
