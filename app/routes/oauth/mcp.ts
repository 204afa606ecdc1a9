import type { ActionFunctionArgs } from 'react-router';

/** Loads the protocol's library, which is as large as all pages together, with the first call. */
const answer = async (args: ActionFunctionArgs) => (await import('#app/http/mcp/answer-mcp.ts')).answerMcp(args);

export const loader = answer;
export const action = answer;
