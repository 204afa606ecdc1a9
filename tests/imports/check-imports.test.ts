import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkAll, forbiddenImports, productFiles } from '#tests/imports/check-imports.ts';

test('every import of app, cli and db keeps to the table of layers', () => {
  expect(productFiles().length).toBeGreaterThan(150);
  expect(checkAll()).toEqual([]);
});

test('the answer to a post is read with `useActionAnswer` alone, as the router forgets its own at each reload', () => {
  const root = join(import.meta.dirname, '../..');
  const reads = (file: string) => /\b(?:useActionData|actionData)\b/.test(readFileSync(join(root, file), 'utf8'));
  expect(productFiles().filter(reads)).toEqual(['app/ui/action-answer.tsx']);
});

test.each([
  ['app/routes/main/x.tsx', "import { select } from '#db/connection.ts';"],
  ['app/routes/main/x.tsx', "import { User } from '#db/models/user.ts';"],
  ['app/routes/main/x.tsx', "import { queueMail } from '#app/adapters/mailer.ts';"],
  ['app/routes/main/x.tsx', "import { abilities } from '#app/policies/document-policy.ts';"],
  ['app/routes/main/x.tsx', "import Home from '#app/routes/main/home.tsx';"],
  ['app/routes/main/x.tsx', "export { default } from './home.tsx';"],
  ['app/routes/main/x.tsx', "import { Editor } from '#app/features/editor/browser/editor.tsx';"],
  ['cli/commands/x.ts', "import { User } from '#db/models/user.ts';"],
  ['cli/commands/x.ts', "const { User } = await import('#db/models/user.ts');"],
  ['cli/commands/x.ts', "import { getTheme } from '#app/http/page-state/theme.ts';"],
  ['app/services/x.ts', "import { redirect } from 'react-router';"],
  ['app/services/x.ts', "import { User } from '#db/models/user.ts';"],
  ['app/services/x.ts', "import { useState } from 'react';"],
  ['app/services/x.ts', "import { statusOf } from '#app/http/errors/status.ts';"],
  ['app/policies/x.ts', "import { select } from '#db/connection.ts';"],
  ['app/policies/x.ts', "import { createHash } from 'node:crypto';"],
  ['app/schemas/x.ts', "import { getAccess } from '#app/services/access/document-access.ts';"],
  ['app/errors.ts', "import { log } from '#app/observability/log.ts';"],
  ['app/features/tree/x.tsx', "import { select } from '#db/connection.ts';"],
  ['app/features/tree/x.tsx', "import { getDocument } from '#app/services/documents/get-document.ts';"],
  ['app/ui/x.tsx', "import { Header } from '#app/features/shell/header.tsx';"],
  ['app/features/tree/browser/x.ts', "import { openEditor } from '#app/features/editor/browser/open-editor.ts';"],
  ['app/browser/x.ts', "import { getDocument } from '#app/services/documents/get-document.ts';"],
  ['app/browser/x.ts', "import { config } from '#app/config.server.ts';"],
  ['app/browser/x.ts', "import { openEditor } from '#app/features/editor/browser/open-editor.ts';"],
  ['app/i18n/browser/x.ts', "import { request } from '#app/browser/request.ts';"],
  ['db/queries/x.ts', "import { AppError } from '#app/errors.ts';"],
  ['app/http/x.ts', "import { select } from '#db/connection.ts';"],
  ['app/http/x.ts', "import { Header } from '#app/features/shell/header.tsx';"],
  ['app/adapters/x.ts', "import { select } from '#db/connection.ts';"],
  ['app/emails/x.ts', "import { select } from '#db/connection.ts';"],
  ['app/markdown/x.ts', "import { getTheme } from '#app/http/page-state/theme.ts';"],
  ['app/jobs/x.ts', "import { select } from '#db/connection.ts';"],
  ['app/server.ts', "import { signIn } from '#app/services/sign-in/sign-in.ts';"],
  ['db/models/x.ts', "import { AppError } from '#app/errors.ts';"],
  ['scripts/x.js', "import { z } from 'zod';"],
  ['app/somewhere-new/x.ts', ''],
])('a forbidden import is found: %s: %s', (file, source) => {
  expect(forbiddenImports(file, source)).toHaveLength(1);
});

test.each([
  ['app/features/tree/x.tsx', "import type { DocumentEntry } from '#app/services/access/document-entry.ts';"],
  ['app/routes/main/x.tsx', "const Editor = lazy(() => import('#app/features/editor/browser/editor.tsx'));"],
  ['app/routes/main/x.tsx', "import type { Route } from './+types/x';"],
  ['app/services/x.ts', "import { createHash } from 'node:crypto';"],
])('an allowed one is not: %s: %s', (file, source) => {
  expect(forbiddenImports(file, source)).toEqual([]);
});
