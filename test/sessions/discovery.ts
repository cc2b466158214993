/** What a provider at an address publishes of itself (OpenID Connect Discovery 1.0). */
export const discoveryOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/auth`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
  id_token_signing_alg_values_supported: ['RS256'],
});
