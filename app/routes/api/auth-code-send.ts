import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { sendCodeFor } from '#app/http/sign-in/send-code-for.ts';
import { codeRequest } from '#app/schemas/accounts.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: codeRequest,
    run: async ({ actor, input, context }) => {
      await sendCodeFor(context, actor, input);
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
