import { type RouterContextProvider, redirect } from 'react-router';
import { Faulty, TestSentryPage } from '#app/features/admin/test-sentry-page.tsx';
import { openIntent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import type { Route } from './+types/test-sentry';

/** Restricts the page to administrators in production; development allows everyone. Throws `permissionDenied`. */
async function guard(context: Readonly<RouterContextProvider>, url: URL): Promise<void> {
  if (import.meta.env.PROD) requireAdministrator(viaWeb(requireActor(context, url)));
}

export async function loader({ context, url }: Route.LoaderArgs) {
  await orErrorPage(guard(context, url));
  const raise = url.searchParams.get('raise');
  if (raise === 'loader') throw new Error('Raised on purpose: loader');
  return { raisesInRender: raise === 'render' };
}

const leadTo = (where: string) =>
  openIntent({
    run: async ({ context, url }: Posted<unknown, Actor | null>) => {
      await guard(context, url);
      return redirect(`/test-sentry?raise=${where}`, 303);
    },
  });

/** Pages normally show an action's failure beside its form. This test page rethrows it. */
const RAISE = {};

const choose = pageAction({
  render: leadTo('render'),
  loader: leadTo('loader'),
  action: openIntent({
    run: async ({ context, url }) => {
      await guard(context, url);
      return RAISE;
    },
  }),
});

export async function action(args: Route.ActionArgs) {
  const outcome = await choose(args);
  if (outcome === RAISE) throw new Error('Raised on purpose: action');
  return outcome;
}

export default function TestSentryRoute({ loaderData }: Route.ComponentProps) {
  return loaderData.raisesInRender ? <Faulty where="render" /> : <TestSentryPage />;
}
