import { findIdentities } from '#app/services/accounts/find-identities.ts';
import type { User } from '#db/models/user.ts';

/** An account as its owner sees it: `GET /api/auth/me` (contract §3). */
export type AccountDetails = {
  id: string;
  email: string;
  username: string | null;
  displayName: string | null;
  imageUrl: string | null;
  role: User['role'];
  status: User['status'];
  hasPassword: boolean;
  twoFactor: boolean;
  providers: { providerName: string; providerId: string }[];
};

/** Tests whether sign-in requires a second factor. */
export function hasSecondFactor(user: Pick<User, 'mailFactorAt' | 'totpConfirmedAt'>): boolean {
  return Boolean(user.mailFactorAt ?? user.totpConfirmedAt);
}

export async function accountDetails(user: User): Promise<AccountDetails> {
  const { id, email, username, displayName, imageUrl, role, status } = user;
  const hasPassword = user.passwordHash !== null;
  return {
    id,
    email,
    username,
    displayName,
    imageUrl,
    role,
    status,
    hasPassword,
    twoFactor: hasSecondFactor(user),
    providers: await findIdentities(id),
  };
}
