import { TracePayloadPart, type TraceHit } from '@lathe/contract'
import type { StoredPayload } from '../../platform/db/payloads/payloads.ts'

/** What was found stands near the beginning, where a narrow row shows it too. */
const BEFORE = 20
const AFTER = 100

/** Where each span carries the text: once for each of its parts, whatever the case. */
export function findText(payloads: readonly StoredPayload[], text: string): TraceHit[] {
  // As it stands in JSON, where quotes and line breaks are escaped.
  const wanted = JSON.stringify(text).slice(1, -1).toLowerCase()
  return payloads.flatMap((payload) =>
    TracePayloadPart.options.flatMap((part): TraceHit[] => {
      const json = payload[part]?.toString()
      if (json === undefined) return []
      const at = placeOf(json.toLowerCase(), wanted)
      if (at < 0) return []
      return [{ spanId: payload.spanId, part, excerpt: excerptOf(json, at, wanted.length) }]
    }),
  )
}

/** The `n` of a line break is not a letter of the text. */
function placeOf(json: string, wanted: string): number {
  let at = json.indexOf(wanted)
  while (at > 0 && isEscaped(json, at)) at = json.indexOf(wanted, at + 1)
  return at
}

function isEscaped(json: string, at: number): boolean {
  let signs = 0
  while (json[at - signs - 1] === '\\') signs++
  return signs % 2 === 1
}

function excerptOf(json: string, at: number, length: number): string {
  const [from, to] = [Math.max(0, at - BEFORE), at + length + AFTER]
  const words = json
    .slice(from, to)
    .replaceAll(/\\([\\"nrt])/g, (_, sign: string) => (/[nrt]/.test(sign) ? ' ' : sign))
  return `${from > 0 ? '…' : ''}${words}${to < json.length ? '…' : ''}`
}
