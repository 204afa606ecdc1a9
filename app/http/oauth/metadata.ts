import { CLIENT_GRANTS } from '#app/schemas/oauth.ts';
import { TOKEN_SCOPES } from '#app/schemas/token-scopes.ts';

/** Paths of the metadata that OAuth clients request: RFC 9728 and RFC 8414. */
export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** Scopes that a client may request; for administration, a token must be created in the settings. */
export const CLIENT_SCOPES = TOKEN_SCOPES.filter((scope) => scope !== 'admin');

/** Metadata of `/mcp` as a resource that accepts bearer tokens of this server. */
export const resourceMetadata = (origin: string) => ({
  resource: `${origin}/mcp`,
  resource_name: 'Arbor',
  authorization_servers: [origin],
  scopes_supported: CLIENT_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${origin}/api/docs`,
});

/**
 * Metadata of this server as its own authorization server: authorization code with PKCE, refresh tokens, public clients
 * only.
 */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  registration_endpoint: `${origin}/oauth/register`,
  scopes_supported: CLIENT_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: CLIENT_GRANTS,
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${origin}/api/docs`,
});
