import { type DefaultValue, useForm } from '@conform-to/react';
import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';

type Options<Schema extends Record<string, unknown>> = {
  intent: string;
  /** Other intents that post the same form. */
  orIntents?: string[];
  defaultValue?: DefaultValue<Schema>;
};

/**
 * Returns a Conform form with its action's result: messages beside fields, typed values preserved. A saved form
 * (`?kept=`) starts with its fields, until it is posted again.
 */
export function useFormReply<Schema extends Record<string, unknown>>(options: Options<Schema>) {
  const { intent, orIntents = [], defaultValue } = options;
  const problem = useProblem(intent, ...orIntents);
  const kept = useRootData()?.kept;
  const isKept = useActionAnswer() === undefined && kept && [intent, ...orIntents].includes(kept.intent ?? intent);
  const [form, fields] = useForm<Schema>({
    id: intent,
    lastResult: problem?.result ?? null,
    defaultValue: (isKept ? { ...defaultValue, ...kept } : defaultValue) as DefaultValue<Schema>,
    shouldValidate: 'onSubmit',
  });
  return { form, fields, problem };
}
