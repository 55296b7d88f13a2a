const ALIASES: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  'san francisco': 'America/Los_Angeles',
  washington: 'America/New_York',
  boston: 'America/New_York',
  beijing: 'Asia/Shanghai',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  munich: 'Europe/Berlin',
  geneva: 'Europe/Zurich',
  barcelona: 'Europe/Madrid',
  milan: 'Europe/Rome',
  germany: 'Europe/Berlin',
  france: 'Europe/Paris',
  japan: 'Asia/Tokyo',
  india: 'Asia/Kolkata',
  china: 'Asia/Shanghai',
  england: 'Europe/London',
}

const CITIES = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase(),
    zone,
  ]),
)

/** The IANA zone of a place named in a text: "the time in Tokyo". */
export function timeZoneIn(text: string): string | undefined {
  const zone = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?\b/.exec(text)?.[0]
  if (zone !== undefined) return zone
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  for (const [index, word] of words.entries()) {
    const found = zoneOf(`${word} ${words[index + 1] ?? ''}`) ?? zoneOf(word)
    if (found !== undefined) return found
  }
  return undefined
}

function zoneOf(place: string): string | undefined {
  return CITIES.get(place) ?? (Object.hasOwn(ALIASES, place) ? ALIASES[place] : undefined)
}
