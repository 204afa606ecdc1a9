// Awaited before the process closes the database, so that each call's token usage is settled.
export { callsSettled } from '#app/services/ai/run-call.ts';
