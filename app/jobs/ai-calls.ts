// The process waits for these before it leaves the database: what a call has taken is settled to the token.
export { callsSettled } from '#app/services/ai/run-call.ts';
