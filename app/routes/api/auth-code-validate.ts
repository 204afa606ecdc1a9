import { AppError } from '#app/errors.ts';
import { anyone, endpoint } from '#app/http/api/endpoint.ts';
import { perAddress } from '#app/http/api/limit-per.ts';
import { takeRegistration } from '#app/http/request/registration-cookie.ts';
import { requesterOf } from '#app/http/request/requester-cookies.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import { codeCheck } from '#app/schemas/accounts.ts';
import { confirmEmailChange } from '#app/services/sign-in/change-email.ts';
import { verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { verifySecondFactor } from '#app/services/sign-in/verify-second-factor.ts';

const { answer } = endpoint({
  POST: anyone({
    limit: perAddress('codeCheck'),
    input: codeCheck,
    run: async ({ actor, input, context, request }) => {
      const { email, code, type } = input;
      const userAgent = request.headers.get('User-Agent');
      switch (type) {
        case 'register': {
          const registrationToken = takeRegistration(context);
          const outcome = await verifyAccount({ email, code, registrationToken }, { userAgent, remember: false });
          if (!('user' in outcome)) return outcome;
          await signInBrowser(context, outcome);
          return { user: outcome.user };
        }
        case 'reset-password':
          return verifyResetCode(email, input, requesterOf(context));
        case 'change-email':
          if (!actor) throw new AppError('authenticationFailed');
          return { user: await confirmEmailChange(actor, email, input, requesterOf(context)) };
        case '2fa': {
          const signedIn = await verifySecondFactor(input, userAgent);
          await signInBrowser(context, signedIn);
          return { user: signedIn.user };
        }
      }
    },
  }),
});

export const loader = answer;
export const action = answer;
