import { ACCOUNT_OPERATIONS } from '#app/http/api/description/account-operations.ts';
import { ADMIN_OPERATIONS } from '#app/http/api/description/admin-operations.ts';
import { DOCUMENT_OPERATIONS } from '#app/http/api/description/document-operations.ts';
import type { Operation } from '#app/http/api/description/operation.ts';
import { SHARING_OPERATIONS } from '#app/http/api/description/sharing-operations.ts';

/**
 * Operations by method and path. Texts are in `apiDocs.operations.<id>` of the locale files. A test reports missing
 * ones.
 */
export const OPERATIONS = {
  ...ACCOUNT_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...SHARING_OPERATIONS,
  ...ADMIN_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationId = (typeof OPERATIONS)[keyof typeof OPERATIONS]['id'];
