import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';

/** Runs a call to the end, stores the answer and returns its id. Throws the errors of the call. */
export async function collectAnswer(actor: Actor, input: GenerationInput, signal: AbortSignal): Promise<string> {
  const call = await prepareCall(actor, { ...input, keep: true });
  const { requestId } = await runCall(call, { signal, onText: () => undefined });
  return requestId;
}
