import { findSecret } from '@lathe/contract/secrets'

const SECRET_NAME =
  /(^|[._-])(api[_-]?key|authorization|cookie|password|passwd|secret|(access|auth|refresh|id)[_-]?token)$/i

/** `clientSecret` says what `client_secret` says. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

const SHORTEST = 16
const URL_PASSWORD = /:\/\/[^\s/@:]*:[^\s/@]+@/

/** Whether a short text looks like a secret. */
export function holdsSecret(text: string): boolean {
  if (text.length < SHORTEST) return false
  const start = text.slice(0, 500)
  return findSecret(start) !== undefined || URL_PASSWORD.test(start)
}
