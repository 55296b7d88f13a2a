import { HEADER_MASK } from '@lathe/contract'

const SECRET = /(auth|authorization|cookie|key|token|secret|password|credentials?)$/i

export type Headers = Record<string, string>

export type SplitHeaders = { plain: Headers; secret: Headers }

/**
 * Separates credential headers, which are stored like the key. Masked ones keep their stored value.
 */
export function splitHeaders(given: Headers, stored: Headers = {}): SplitHeaders {
  const entries = Object.entries(given)
  const isSecret = ([name]: [string, string]) => SECRET.test(name)
  return {
    plain: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(
      entries
        .filter(isSecret)
        .map(([name, value]) => [name, value === HEADER_MASK ? (stored[name] ?? '') : value])
        .filter(([, value]) => value !== ''),
    ),
  }
}

export const maskHeaders = (names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, HEADER_MASK]))
