import { countOf, COUNT_PATTERN } from '../text/words.ts'
import { money, numberOf } from './money.ts'

export type LineItem = {
  description: string
  quantity: number
  unitPrice: number | undefined
  currency: string | undefined
}

const PRICE = String.raw`[$€£¥]\s?\d[\d,.]*\d|[$€£¥]\s?\d|\d[\d,.]*\s?(?:USD|EUR|GBP|CHF|€|£)|\d{1,6}[.,]\d{2}(?!\d)`
const THING = String.raw`[\p{L}][^\n,;:@$€£¥|]{1,60}?`
const BETWEEN = String.raw`\s*(?:,|:|-|–|—|@|\bat\b|\bfor\b|\()?\s*(?:(?:a |unit )?price:?\s*)?`

/** Tried in turn on each piece of text: `2 x mug @ $5`, `mug x 2 $5`, `two mugs at $5 each`. */
const FORMS = [
  String.raw`^(?<quantity>${COUNT_PATTERN})\s*(?:x|×|pcs\.?|pieces?(?: of)?|units?(?: of)?)?\s+(?<thing>${THING})${BETWEEN}(?<price>${PRICE})`,
  String.raw`^(?<thing>${THING})\s*(?:x|×|,?\s*(?:qty|quantity)\.?:?)\s*(?<quantity>\d{1,4})${BETWEEN}(?<price>${PRICE})`,
  String.raw`^(?<quantity>${COUNT_PATTERN})\s*(?:x|×)\s*(?<thing>${THING})$`,
  String.raw`^(?:an?\s+)?(?<thing>${THING})${BETWEEN}(?<price>${PRICE})\s*(?:each)?\)?$`,
].map((source) => new RegExp(source, 'iu'))

const NO_ITEM =
  /^(?:sub)?total|\b(?:tax|vat|discount|balance|amount due|grand total|deposit)\b|^(?:please|order|invoice|ticket|price|paid|pay)\b/i

/** What was bought, from lists, tables and running text. */
export function lineItems(text: string): LineItem[] {
  const rows = tableRows(text)
  if (rows.length > 0) return rows
  return text.split('\n').flatMap(piecesOf).flatMap(itemOf)
}

const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/
const AMOUNT_OF = String.raw`(?:\d{1,4}\s*[x×]|\d{1,4}\s+(?!(?:USD|EUR|GBP|CHF)\b)\p{L}|an?\s|one\s|two\s|three\s)`
const JOINT = new RegExp(
  String.raw`;|,\s+(?=(?:and\s+)?${AMOUNT_OF})|\band\s+(?=${AMOUNT_OF})|[.:!?]\s+`,
  'iu',
)
const OPENING = /^\s*(?:and\b|(?:I|we) (?:ordered|bought|need|want|would like)|ordered|bought)\s*/i

/** A list item is one piece; a running line may name several things. */
function piecesOf(line: string): string[] {
  const pieces = BULLET.test(line) ? [line.replace(BULLET, '')] : line.split(JOINT)
  return pieces.map((piece) =>
    piece
      .replace(OPENING, '')
      .trim()
      .replace(/[.!?]+$/, ''),
  )
}

function itemOf(piece: string): LineItem[] {
  if (piece.length > 160 || NO_ITEM.test(piece)) return []
  for (const form of FORMS) {
    const { quantity, thing, price } = form.exec(piece)?.groups ?? {}
    if (thing === undefined || NO_ITEM.test(thing)) continue
    const [paid] = money(price ?? '')
    return [
      {
        description: thing.trim().replace(/\s+(?:at|for|@|-)$/i, ''),
        quantity: countOf(quantity ?? '') ?? Number(quantity ?? 1),
        unitPrice: paid?.amount ?? plainPrice(price),
        currency: paid?.currency,
      },
    ]
  }
  return []
}

/** Rows of `| item | 2 | $5.00 |` and `item, 2, 5.00` under a heading that names quantity or price. */
function tableRows(text: string): LineItem[] {
  const lines = text.split('\n').map((line) => line.trim())
  const head = lines.findIndex(
    (line) => /\b(?:qty|quantity)\b/i.test(line) && cells(line).length >= 2,
  )
  const titles = cells(lines[head] ?? '').map((title) => title.toLowerCase())
  const quantityAt = titles.findIndex((title) => /qty|quantity/.test(title))
  const priceAt = titles.findIndex((title) => /price|unit|cost|rate/.test(title))
  const nameAt = titles.findIndex((title) => /item|description|product|name|article/.test(title))
  if (head < 0 || nameAt < 0) return []

  return lines.slice(head + 1).flatMap((line) => {
    const row = cells(line)
    const quantity = Number(row[quantityAt])
    const description = row[nameAt] ?? ''
    if (row.length < titles.length || !Number.isFinite(quantity) || NO_ITEM.test(description))
      return []
    const price = row[priceAt] ?? ''
    const [paid] = money(price)
    return [
      {
        description,
        quantity,
        unitPrice: paid?.amount ?? plainPrice(price),
        currency: paid?.currency,
      },
    ]
  })
}

/** A price without its currency. */
function plainPrice(text = ''): number | undefined {
  return /^\d[\d.,]*$/.test(text) ? numberOf(text) : undefined
}

function cells(line: string): string[] {
  const separator = line.includes('|') ? '|' : line.includes('\t') ? '\t' : ','
  const parts = line.split(separator).map((cell) => cell.trim())
  return line.startsWith('|') ? parts.slice(1, -1) : parts
}
