const ZONES_BY_CITY = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase(),
    zone,
  ]),
)

/** Returns the IANA time zone that a text names by itself or by its city: `Asia/Tokyo` for `the time in Tokyo`. */
export function timeZoneIn(text: string): string | undefined {
  const zone = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b/.exec(text)?.[0]
  if (zone !== undefined) return zone
  if (/\b(?:UTC|GMT)\b/.test(text)) return 'UTC'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  for (const [at, word] of words.entries()) {
    const found = ZONES_BY_CITY.get(`${word} ${words[at + 1]}`) ?? ZONES_BY_CITY.get(word)
    if (found !== undefined) return found
  }
  return undefined
}
