import { describeApi } from '#app/http/api/description/describe-api.ts';
import { anyone, endpoint } from '#app/http/api/endpoint.ts';

const { answer } = endpoint({
  GET: anyone({ run: async ({ request, context }) => Response.json(await describeApi(request, context)) }),
});

export const loader = answer;
export const action = answer;
