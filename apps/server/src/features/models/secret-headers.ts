/** Shown instead of a secret header's value; sent back, it keeps what is stored. */
export const MASK = '••••••••'

const SECRET = /(auth|authorization|cookie|key|token|secret|password|credentials?)$/i

export type Headers = Record<string, string>

export type SplitHeaders = { plain: Headers; secret: Headers }

/** Headers that carry credentials are stored like the key; a masked one keeps its stored value. */
export function splitHeaders(given: Headers, stored: Headers = {}): SplitHeaders {
  const entries = Object.entries(given)
  const isSecret = ([name]: [string, string]) => SECRET.test(name)
  return {
    plain: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(
      entries
        .filter(isSecret)
        .map(([name, value]) => [name, value === MASK ? (stored[name] ?? '') : value])
        .filter(([, value]) => value !== ''),
    ),
  }
}

export const maskHeaders = (names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, MASK]))
