const SYMBOLS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
}
const WORDS: Readonly<Record<string, string>> = {
  dollar: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  yen: 'JPY',
  franc: 'CHF',
}
const CODES = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|SEK|NOK|DKK|PLN|INR|CNY|BRL'
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?`

const MONEY = new RegExp(
  [
    String.raw`(?<symbol>[$€£¥₹])\s?(?<n1>${NUMBER})`,
    String.raw`\b(?<code>${CODES})\s?(?<n2>${NUMBER})`,
    String.raw`\b(?<n3>${NUMBER})\s?(?:(?<after>${CODES})\b|(?<sign>[€£])|(?<word>dollar|euro|pound|yen|franc)s?\b)`,
  ].join('|'),
  'gi',
)

export type Money = {
  text: string
  amount: number
  /** ISO 4217. */
  currency: string
  index: number
}

export function money(text: string): Money[] {
  return [...text.matchAll(MONEY)].map((match) => {
    const { symbol, n1, code, n2, n3, after, sign, word } = match.groups ?? {}
    const currency =
      SYMBOLS[symbol ?? sign ?? ''] ?? WORDS[(word ?? '').toLowerCase()] ?? code ?? after ?? 'USD'
    return {
      text: match[0],
      amount: numberOf(n1 ?? n2 ?? n3 ?? '0'),
      currency: currency.toUpperCase(),
      index: match.index,
    }
  })
}

/** `1,234.50`, `1234.50` and `1234,50` are the same number. */
export function numberOf(text: string): number {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  return Number(text.replace(',', '.'))
}

export function numbers(text: string): number[] {
  return (text.match(/(?<![\w.-])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w-])/g) ?? []).map(
    (found) => Number(found.replaceAll(',', '')),
  )
}
