import { layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  // Main: the header, the tree beside the page.
  layout('routes/main/frame.tsx', [
    route('/', 'routes/main/home.tsx'),
    route('doc/:docId', 'routes/main/document.tsx'),
    route('doc/:docId/edit', 'routes/main/document-edit.tsx'),
    route('doc/:docId/share', 'routes/main/document-share.tsx'),
    route('doc/:docId/history', 'routes/main/document-history.tsx'),
    route('search', 'routes/main/search.tsx'),
    route('starred', 'routes/main/starred.tsx'),
    route('shared', 'routes/main/shared.tsx'),
    route('archive', 'routes/main/archive.tsx'),
    route('settings', 'routes/settings/settings.tsx'),
    route('admin/users', 'routes/admin/users.tsx'),
    route('*', 'routes/main/not-found.tsx'),
  ]),

  // Authentication: the header alone.
  layout('routes/auth/frame.tsx', [
    route('login', 'routes/auth/login.tsx'),
    route('register', 'routes/auth/register.tsx'),
    route('verify', 'routes/auth/verify.tsx'),
    route('forgot-password', 'routes/auth/forgot-password.tsx'),
    route('reset-password', 'routes/auth/reset-password.tsx'),
    route('auth/:provider', 'routes/auth/provider.tsx'),
    route('auth-callback', 'routes/auth/auth-callback.tsx'),
    route('link-account', 'routes/auth/link-account.tsx'),
  ]),
  route('settings/export', 'routes/settings/export.ts'),
  route('logout', 'routes/auth/logout.tsx'),
  route('preferences', 'routes/auth/preferences.tsx'),

  // API: JSON in the envelope of contract §3.
  route('api/auth/register', 'routes/api/auth-register.ts'),
  route('api/auth/code/validate', 'routes/api/auth-code-validate.ts'),
  route('api/auth/code/send', 'routes/api/auth-code-send.ts'),
  route('api/auth/login', 'routes/api/auth-login.ts'),
  route('api/auth/logout', 'routes/api/auth-logout.ts'),
  route('api/auth/refresh', 'routes/api/auth-refresh.ts'),
  route('api/auth/forgot-password', 'routes/api/auth-forgot-password.ts'),
  route('api/auth/reset-password', 'routes/api/auth-reset-password.ts'),
  route('api/auth/me', 'routes/api/auth-me.ts'),
  route('api/documents', 'routes/api/documents.ts'),
  route('api/documents/tree', 'routes/api/documents-tree.ts'),
  route('api/documents/move', 'routes/api/documents-move.ts'),
  route('api/documents/:id', 'routes/api/document.ts'),
  route('api/documents/:id/archive', 'routes/api/document-archive.ts'),
  route('api/documents/:id/duplicate', 'routes/api/document-duplicate.ts'),
  route('api/documents/:id/restore', 'routes/api/document-restore.ts'),
  route('api/documents/:id/revisions', 'routes/api/document-revisions.ts'),
  route('api/documents/:id/revisions/:revisionId', 'routes/api/document-revision.ts'),
  route('api/documents/:id/revisions/:revisionId/restore', 'routes/api/document-revision-restore.ts'),
  route('api/documents/:id/shares', 'routes/api/document-shares.ts'),
  route('api/search', 'routes/api/search.ts'),
  route('api/*', 'routes/api/not-found.ts'),
] satisfies RouteConfig;
