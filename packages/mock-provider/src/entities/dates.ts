const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const DATE = new RegExp(
  [
    String.raw`\b(?<y1>\d{4})-(?<m1>\d{2})-(?<d1>\d{2})\b`,
    String.raw`\b(?<d2>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<m2>${MONTH})\.?,?\s+(?<y2>\d{4})\b`,
    String.raw`\b(?<m3>${MONTH})\.?\s+(?<d3>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y3>\d{4})\b`,
    String.raw`\b(?<d4>\d{1,2})\.(?<m4>\d{1,2})\.(?<y4>\d{4})\b`,
    String.raw`\b(?<a5>\d{1,2})/(?<b5>\d{1,2})/(?<y5>\d{4})\b`,
  ].join('|'),
  'gi',
)

export type FoundDate = {
  /** As written. */
  text: string
  /** `2026-03-12`. */
  iso: string
  index: number
}

/** Whole dates; `3/4/2026` is read month first unless only the other order makes a date. */
export function dates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  for (const match of text.matchAll(DATE)) {
    const iso = isoOf(match.groups ?? {})
    if (iso !== undefined) found.push({ text: match[0], iso, index: match.index })
  }
  return found
}

function isoOf(groups: { [name: string]: string | undefined }): string | undefined {
  const { y1, m1, d1, y2, m2, d2, y3, m3, d3, y4, m4, d4, y5, a5, b5 } = groups
  if (y1 !== undefined) return iso(y1, Number(m1), Number(d1))
  if (y2 !== undefined) return iso(y2, monthNumber(m2), Number(d2))
  if (y3 !== undefined) return iso(y3, monthNumber(m3), Number(d3))
  if (y4 !== undefined) return iso(y4, Number(m4), Number(d4))
  return iso(y5, Number(a5), Number(b5)) ?? iso(y5, Number(b5), Number(a5))
}

function monthNumber(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function iso(year: string | undefined, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

export function times(text: string): string[] {
  return (
    text.match(
      /\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]m)?\b|\b(?:1[0-2]|[1-9])\s?[ap]m\b/gi,
    ) ?? []
  )
}
