import { answerMcp } from '#app/http/mcp/answer-mcp.ts';

export const loader = answerMcp;
export const action = answerMcp;
