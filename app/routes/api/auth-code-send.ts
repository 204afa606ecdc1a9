import { AppError } from '#app/errors.ts';
import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { bindRequester } from '#app/http/request/requester-cookies.ts';
import { requireProofOf } from '#app/http/session/proof.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { codeRequest } from '#app/schemas/accounts.ts';
import { sendCode } from '#app/services/sign-in/send-code.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('mailFromAddress'),
    input: codeRequest,
    run: async ({ actor, input, context }) => {
      if (input.type === 'change-email') {
        if (!actor) throw new AppError('authenticationFailed');
        await requireProofOf(context, actor);
      }
      await sendCode(input, getLanguage(context), bindRequester(context, input.type));
      return {};
    },
  }),
});

export const loader = answer;
export const action = answer;
