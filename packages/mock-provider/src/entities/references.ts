const LABELLED =
  /\b(order|invoice|ticket|reference|ref|purchase order|po|case|booking|account|customer|tracking|serial|policy|contract)(?:\s+(?:confirmation|form))?(?:\s+(?:no|nr|number|id|code|ref))?\.?\s*[:#]?\s*#?([A-Z]{1,6}[-/]?\d[\w/-]{0,24}|\d[\w/-]{1,24}|[A-Z]{2,6}-[\w-]{2,24})/gi
const BARE = /(?:#(\d{3,12}|[A-Z]{1,5}-?\d{2,12})|\b([A-Z]{2,6}-\d[\w-]{1,20}))/g

export type Reference = {
  /** `order`, `invoice`… or empty when the text does not say. */
  kind: string
  value: string
}

/** Order, invoice, ticket and other numbers things go by. */
export function references(text: string): Reference[] {
  const labelled = [...text.matchAll(LABELLED)].map((match) => ({
    kind: (match[1] ?? '').toLowerCase(),
    value: trimmed(match[2] ?? ''),
  }))
  const known = new Set(labelled.map((reference) => reference.value))
  const bare = [...text.matchAll(BARE)]
    .map((match) => ({ kind: '', value: trimmed(match[1] ?? match[2] ?? '') }))
    .filter((reference) => !known.has(reference.value))
  return [...labelled, ...bare].filter((reference) => !/^\d{4}-\d{2}-\d{2}$/.test(reference.value))
}

function trimmed(value: string): string {
  return value.replace(/[-/.]+$/, '')
}
