import type { CallAddress, ExchangeKind, Json, Exchange } from '@lathe/contract'
import { canonicalJson, propertyOrders } from '@lathe/graph'
import { LatheError } from '../errors/lathe-error.ts'
import { toJson } from '../record/to-json.ts'

export type NewExchange = Omit<Exchange, 'id' | 'traceId' | 'spanId'>

/** One place where two values part; what only one of them has is absent in the other. */
type FieldDifference = { path: string; recorded?: Json; asked?: Json }

const MOST = 20

/** Field by field, as `messages.0.content`; the first of them. */
function fieldDifferences(recorded: Json, asked: Json): FieldDifference[] {
  const found: FieldDifference[] = []
  const compare = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (found.length === MOST || JSON.stringify(before) === JSON.stringify(after)) return
    const [a, b] = [fieldsOf(before), fieldsOf(after)]
    if (a && b) {
      for (const key of new Set([...a.keys(), ...b.keys()])) {
        compare(a.get(key), b.get(key), path === '' ? key : `${path}.${key}`)
      }
      return
    }
    found.push({
      path,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { asked: after }),
    })
  }
  compare(recorded, asked, '')
  return found
}

/** Null of what has none. */
const fieldsOf = (value: Json | undefined): Map<string, Json> | null =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null

export type TapeKey = {
  kind: ExchangeKind
  name: string
  address: CallAddress
  fingerprint: string
}

export type TapeAnswer = {
  /** What the run went on with: the last try. */
  exchange: NewExchange
  /** All tries of the call, in their order. */
  tries: readonly NewExchange[]
  /** Found by its address, but something else is asked now. */
  isDivergent: boolean
}

export type Tape = {
  /** The body, where there is one, tells what no fingerprint does: the order of a schema's properties. */
  find(key: TapeKey, body?: Json): TapeAnswer | null
  /** Whether something was recorded there that cannot be read any more. */
  isDamaged(key: TapeKey): boolean
  /** The recording most like what was asked, for saying what is missing. */
  nearest(key: TapeKey): NewExchange | null
}

type Recorded = Pick<TapeAnswer, 'exchange' | 'tries'>

/** A strict tape answers only what is asked word for word. */
export function createTape(
  exchanges: readonly NewExchange[],
  {
    damaged = [],
    isStrict = false,
  }: { damaged?: readonly TapeKey[] | undefined; isStrict?: boolean } = {},
): Tape {
  const lost = new Set(damaged.map(placeOf))
  const byAddress = new Map(
    [...Map.groupBy(exchanges, placeOf)].map(([place, tries]) => [place, recordedAs(tries)]),
  )
  const byFingerprint = Map.groupBy(byAddress.values(), ({ exchange }) => alike(exchange))
  const served = new Set<Recorded>()
  const serve = (recorded: Recorded, isDivergent: boolean): TapeAnswer => {
    served.add(recorded)
    return { ...recorded, isDivergent }
  }

  return {
    find(key, body) {
      if (lost.has(placeOf(key))) return null
      const order = orderIn(body)
      const there = byAddress.get(placeOf(key))
      const isSame =
        there?.exchange.fingerprint === key.fingerprint && orderOf(there.exchange) === order
      if (there && (isSame || !isStrict)) return serve(there, !isSame)
      // Equal requests were asked in this order, and what was answered once was not answered twice.
      const left = byFingerprint.get(alike(key))?.filter((recorded) => !served.has(recorded)) ?? []
      const moved = left.find(({ exchange }) => orderOf(exchange) === order)
      if (moved) return serve(moved, false)
      return left[0] && !isStrict ? serve(left[0], true) : null
    },
    isDamaged: (key) => lost.has(placeOf(key)),
    nearest(key) {
      let best: NewExchange | null = null
      let most = 0
      for (const { exchange } of byAddress.values()) {
        const score = likeness(exchange, key)
        if (score > most) [best, most] = [exchange, score]
      }
      return best
    },
  }
}

/**
 * Returns the tries that the run continued with. A process that died may have recorded tries of a call that the next
 * process made again: there the numbers start again.
 */
function recordedAs(all: NewExchange[]): Recorded {
  const inOrder = all.toSorted((a, b) => a.startedAt - b.startedAt || a.attempt - b.attempt)
  const first = inOrder.findLastIndex(
    ({ attempt }, index) => attempt <= (inOrder[index - 1]?.attempt ?? Infinity),
  )
  const tries = inOrder.slice(first)
  const exchange = tries.at(-1)
  if (!exchange) throw new Error('A call was recorded without a try')
  return { exchange, tries }
}

const placeOf = ({ kind, name, address }: TapeKey): string => canonicalJson([kind, name, address])

const orderIn = (body: Json | undefined): string => canonicalJson(propertyOrders(body))

const orderOf = ({ touch }: NewExchange): string =>
  orderIn(touch.type === 'http' ? touch.request.body : undefined)

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

const requestOf = ({ touch }: NewExchange): Json =>
  touch.type === 'http' ? touch.request.body : touch.request

/** Names what was asked and the recording most like it. */
export function tapeMiss(tape: Tape, key: TapeKey, request: Json): LatheError {
  const { path, superstep } = key.address
  const nearest = tape.nearest(key)
  const isDamaged = tape.isDamaged(key)
  const call = `${key.kind} call ${key.name} of ${path.join('/')} at step ${superstep}`
  return new LatheError(
    'TAPE_MISS',
    isDamaged
      ? `What was recorded of the ${call} is damaged and cannot be served`
      : `The recording has no ${call}`,
    {
      hint: 'Replay with misses going live, or record the run again.',
      details: toJson({
        ...(isDamaged && { damaged: true }),
        asked: { ...key, request },
        nearest: nearest && {
          kind: nearest.kind,
          name: nearest.name,
          address: nearest.address,
          fingerprint: nearest.fingerprint,
          request: requestOf(nearest),
        },
        differences: nearest && fieldDifferences(requestOf(nearest), request),
      }),
    },
  )
}
