import type { HttpToolConfig, OpenApiAuth, OpenApiImport } from '@lathe/contract'

type Secrets = Pick<HttpToolConfig, 'secretHeaders' | 'secretQuery'>

/** Returns the credentials that calls of an operation send. `security` lists what it needs. */
export function secretsOf(
  security: readonly (readonly string[])[],
  { schemes, auth }: Pick<OpenApiImport, 'schemes' | 'auth'>,
): Secrets {
  const given = new Map(Object.entries(schemes).filter(([, { type }]) => type !== 'none'))
  const set = security.find((ids) => ids.every((id) => given.has(id)))
  const sent = (set ? set.flatMap((id) => given.get(id) ?? []) : [auth]).map(secretOf)
  return {
    secretHeaders: merged(sent.map(({ secretHeaders }) => secretHeaders)),
    secretQuery: merged(sent.map(({ secretQuery }) => secretQuery)),
  }
}

const merged = (all: readonly Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(all.flatMap((one) => Object.entries(one)))

function secretOf(auth: OpenApiAuth): Secrets {
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
