import type { Exchange, Json } from '@lathe/contract'
import { createIdNormalizer } from '@lathe/traces'
import { fingerprint, requestFingerprint } from '../fetch/fingerprint.ts'

type Traffic = Exchange['content']

/**
 * The fingerprint of a recorded call whose request was rewritten, computed as the call's own was. Keeps the old one if
 * it depends on more than the recorded request.
 */
export function refingerprint(exchange: Exchange, content: Traffic): string {
  const formula = fingerprintFormulas(exchange).find(
    (compute) => compute(exchange.content) === exchange.fingerprint,
  )
  return formula?.(content) ?? exchange.fingerprint
}

function fingerprintFormulas({
  kind,
  name,
  content,
}: Exchange): ((content: Traffic) => string | undefined)[] {
  if (content.type === 'http')
    return pathEnds(content.request.url).map((path) => (other) => {
      if (other.type !== 'http') return undefined
      const { method, body: json } = other.request
      return requestFingerprint({ kind, method, path, json })
    })
  const callFormula = (compute: (request: Json) => Json) => (other: Traffic) =>
    other.type === 'call' ? fingerprint(compute(other.request)) : undefined
  return [
    callFormula((args) => ({ tool: name, args })),
    callFormula((request) => createIdNormalizer()(request)),
    callFormula((request) => request),
  ]
}

/** The path of a call is the end of its URL behind the base URL of the connection. */
function pathEnds(url: string): string[] {
  const { pathname } = new URL(url)
  const parts = pathname.split('/').slice(1)
  return parts.map((_, index) => `/${parts.slice(index).join('/')}`)
}
