import { HEADER_MASK } from '@lathe/contract'

type Texts = Readonly<Record<string, string>>

/** A mask keeps what was; what is empty is left out. */
export const kept = (given: Texts, stored: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, value === HEADER_MASK ? (stored[name] ?? '') : value])
      .filter(([, value]) => value !== ''),
  )

export const masks = (secrets: Texts): Record<string, string> =>
  Object.fromEntries(Object.keys(secrets).map((name) => [name, HEADER_MASK]))

/** The address before its path: no argument stands in it. */
export const originOf = (url: string): string =>
  /^https?:\/\/[^/?#]+/.exec(url)?.[0].toLowerCase() ?? ''
