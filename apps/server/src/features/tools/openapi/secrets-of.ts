import type { HttpToolConfig, OpenApiAuth } from '@lathe/contract'

/** What every call of an imported operation sends to say who it is. */
export function secretsOf(
  auth: OpenApiAuth,
): Pick<HttpToolConfig, 'secretHeaders' | 'secretQuery'> {
  const inHeader = (name: string, value: string) => ({
    secretHeaders: { [name]: value },
    secretQuery: {},
  })
  switch (auth.type) {
    case 'bearer':
      return inHeader('authorization', `Bearer ${auth.token}`)
    case 'basic': {
      const credentials = Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
      return inHeader('authorization', `Basic ${credentials}`)
    }
    case 'header':
      return inHeader(auth.name, auth.value)
    case 'query':
      return { secretHeaders: {}, secretQuery: { [auth.name]: auth.value } }
    default:
      return { secretHeaders: {}, secretQuery: {} }
  }
}
