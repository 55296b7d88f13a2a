import type { CallAddress, ExchangeKind } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import type { NewExchange } from '../fetch/request.ts'

export type TapeKey = {
  kind: ExchangeKind
  name: string
  address: CallAddress
  fingerprint: string
}

/** `isDivergent`: found by its address, but something else is asked now. */
export type TapeAnswer = { exchange: NewExchange; isDivergent: boolean }

export type Tape = {
  find(key: TapeKey): TapeAnswer | null
  /** The recording most like what was asked, for saying what is missing. */
  nearest(key: TapeKey): NewExchange | null
}

/** Of a call that took several tries only the last counts: it is what the run went on with. */
export function createTape(exchanges: readonly NewExchange[]): Tape {
  const byAddress = new Map<string, NewExchange>()
  for (const exchange of exchanges) {
    const place = placeOf(exchange)
    const known = byAddress.get(place)
    if (!known || known.attempt < exchange.attempt) byAddress.set(place, exchange)
  }
  const byFingerprint = Map.groupBy(byAddress.values(), alike)

  return {
    find(key) {
      const there = byAddress.get(placeOf(key))
      if (there) return { exchange: there, isDivergent: there.fingerprint !== key.fingerprint }
      // Equal requests were asked in this order; each recording but the last is served once.
      const same = byFingerprint.get(alike(key)) ?? []
      const exchange = same.length > 1 ? same.shift() : same[0]
      return exchange ? { exchange, isDivergent: false } : null
    },
    nearest(key) {
      let best: NewExchange | null = null
      let most = 0
      for (const exchange of byAddress.values()) {
        const score = likeness(exchange, key)
        if (score > most) [best, most] = [exchange, score]
      }
      return best
    },
  }
}

const placeOf = ({ kind, name, address }: TapeKey): string => canonicalJson([kind, name, address])
const alike = ({ kind, fingerprint }: TapeKey): string => `${kind} ${fingerprint}`

function likeness(a: TapeKey, b: TapeKey): number {
  if (a.kind !== b.kind) return 0
  const samePath = a.address.path.join('/') === b.address.path.join('/')
  return (
    1 +
    (samePath ? 8 : 0) +
    (a.name === b.name ? 4 : 0) +
    (a.address.superstep === b.address.superstep ? 2 : 0) +
    (a.address.ordinal === b.address.ordinal ? 1 : 0)
  )
}
