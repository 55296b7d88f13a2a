import { HEADER_MASK } from '@lathe/contract'

type Texts = Readonly<Record<string, string>>

/** Merges given values with stored ones: a mask keeps the stored value, empty ones are dropped. */
export const kept = (given: Texts, stored: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, value === HEADER_MASK ? (stored[name] ?? '') : value])
      .filter(([, value]) => value !== ''),
  )

export const masks = (secrets: Texts): Record<string, string> =>
  Object.fromEntries(Object.keys(secrets).map((name) => [name, HEADER_MASK]))

/** Returns scheme and host of a URL template, which contain no arguments. */
export const originOf = (url: string): string =>
  /^https?:\/\/[^/?#]+/.exec(url)?.[0].toLowerCase() ?? ''
