import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { AccountDeletion } from '#app/features/settings/account-deletion.tsx';
import { SettingsPage } from '#app/features/settings/settings-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { proveFirst } from '#app/http/session/proof.ts';
import { requireActor } from '#app/http/session/require-actor.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { showOnce, takeShownOnce } from '#app/http/session/shown-once.ts';
import { confirmsDeletion } from '#app/http/sign-in/confirms-deletion.ts';
import { leavingIntents } from '#app/http/sign-in/leaving-intents.ts';
import { signInIntents } from '#app/http/sign-in/sign-in-intents.ts';
import { dropFiles, receivedFiles, receiveForm } from '#app/http/uploads/uploads.ts';
import { mailChoiceForm } from '#app/schemas/notifications.ts';
import { newToken, presenceChoice, profile, sessionChoice, tokenChoice } from '#app/schemas/settings.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { removeProfileImage, setProfileImage } from '#app/services/accounts/profile-image.ts';
import { setReadingPresence, showsReading } from '#app/services/accounts/set-presence.ts';
import { updateProfile } from '#app/services/accounts/update-profile.ts';
import { aiHost } from '#app/services/ai/ai-host.ts';
import { getStorageUse } from '#app/services/files/storage-use.ts';
import { asKeeper } from '#app/services/groups/group-access.ts';
import { listKeptGroups } from '#app/services/groups/list-groups.ts';
import { findOwnMailRefusal, retryMails } from '#app/services/mail/mail-refusal.ts';
import { getMailSettings, setMailSettings } from '#app/services/notifications/mail-choices.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#app/services/sessions/list-sessions.ts';
import { getSecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import { listWritersUnder } from '#app/services/takeouts/list-writers.ts';
import { listTakeouts } from '#app/services/takeouts/open-takeout.ts';
import { listAcceptances } from '#app/services/terms/accept-terms.ts';
import { createToken, tokenAbilities } from '#app/services/tokens/create-token.ts';
import { listTokens, revokeToken } from '#app/services/tokens/list-tokens.ts';
import type { Route } from './+types/settings';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  await proveFirst(context, actor, url);
  const [account, sessions, factors, tokens, storageUse, quota, isReadingShown, mails, refusal, kept] =
    await Promise.all([
      getAccount(actor),
      listSessions(actor),
      getSecondFactors(actor),
      listTokens(actor),
      getStorageUse(actor.id),
      aiHost() === null ? null : getQuota(actor.id),
      showsReading(actor),
      getMailSettings(actor),
      findOwnMailRefusal(actor),
      listKeptGroups(asKeeper(actor), { group: null, page: 1, limit: 1 }),
    ]);
  const currentSessionId = context.get(sessionContext).session?.sessionId ?? '';
  return {
    account,
    can: tokenAbilities(account),
    providers: listProviders(),
    sessions,
    factors,
    quota,
    isReadingShown,
    mails,
    refusal,
    zones: timeZones(mails.timeZone),
    keepsGroups: kept.total > 0,
    tokens,
    storageUse,
    shownOnce: takeShownOnce(context),
    currentSessionId,
    takeouts: await listTakeouts(actor),
    acceptedTerms: await listAcceptances(actor.id),
    deletion: confirmsDeletion(url) ? await listWritersUnder(actor.id) : null,
  };
}

/** Time zones to choose from, including the current one, which may have an older name. */
const timeZones = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])];

const saved = { key: 'saved' };

const act = pageAction(
  {
    profile: intent({
      needsName: true,
      schema: profile,
      run: async ({ actor, input, context, onlyPosted }) => {
        await updateProfile(actor, onlyPosted(input));
        return redirectWithToast(context, '/settings#save-profile', saved);
      },
    }),
    presence: intent({
      schema: presenceChoice,
      run: async ({ actor, input, context }) => {
        await setReadingPresence(actor, input.showReading !== undefined);
        return redirectWithToast(context, '/settings#save-presence', saved);
      },
    }),
    notifications: intent({
      schema: mailChoiceForm,
      run: async ({ actor, input, context }) => {
        await setMailSettings(actor, input);
        return redirectWithToast(context, '/settings#save-notifications', saved);
      },
    }),
    'mail-retry': intent({
      limit: perPerson('documentWrite'),
      run: async ({ actor, context }) => {
        await retryMails(actor);
        return redirectWithToast(context, '/settings#notifications', {
          key: 'mailTried',
          values: { email: actor.email },
        });
      },
    }),
    'profile-image': intent({
      limit: perPerson('upload'),
      run: async ({ actor, context }) => {
        const [picture] = receivedFiles(context);
        if (!picture) throw new AppError('validationFailed', { fields: { image: [{ key: 'image.required' }] } });
        await setProfileImage(actor, picture);
        return redirectWithToast(context, '/settings#picture', saved);
      },
    }),
    'profile-image-remove': intent({
      run: async ({ actor, context }) => {
        await removeProfileImage(actor);
        return redirectWithToast(context, '/settings#picture', saved);
      },
    }),
    ...signInIntents,
    'token-create': intent({
      needsProof: true,
      schema: newToken,
      run: async ({ actor, input, context }) => {
        const { session } = context.get(sessionContext);
        const value = await createToken(actor, input, session?.sessionId);
        showOnce(context, { token: { name: input.name, value } });
        return redirectWithToast(context, '/settings', { key: 'tokenCreated' });
      },
    }),
    'token-revoke': intent({
      needsProof: true,
      schema: tokenChoice,
      run: async ({ actor, input, context }) => {
        await revokeToken(actor, input.tokenId);
        return redirectWithToast(context, '/settings#tokens', { key: 'tokenRevoked' });
      },
    }),
    'session-revoke': intent({
      schema: sessionChoice,
      run: async ({ actor, input, context }) => {
        await revokeSession(actor, input.sessionId);
        return redirectWithToast(context, '/settings#sessions', { key: 'sessionEnded' });
      },
    }),
    'sessions-revoke-others': intent({
      run: async ({ actor, context }) => {
        await revokeOtherSessions(actor, context.get(sessionContext).session?.sessionId ?? '');
        return redirectWithToast(context, '/settings#sessions', { key: 'sessionEnded' });
      },
    }),
    ...leavingIntents,
  },
  receiveForm({ field: 'image', intent: 'profile-image' }),
);

export async function action(args: ActionFunctionArgs) {
  try {
    return await act(args);
  } finally {
    await dropFiles(args.context);
  }
}

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  const { deletion } = loaderData;
  return deletion ? <AccountDeletion writers={deletion} /> : <SettingsPage {...loaderData} />;
}
