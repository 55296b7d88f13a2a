import type { CallAddress, ExchangeKind, Json, Exchange } from '@lathe/contract'
import { canonicalJson, propertyOrders } from '@lathe/graph'
import { LatheError } from '../errors/lathe-error.ts'
import { toJson } from '../record/to-json.ts'

export type NewExchange = Omit<Exchange, 'id' | 'traceId' | 'spanId'>

/** One difference between two values. A side without a value is absent. */
type FieldDifference = { path: string; recorded?: Json; requested?: Json }

const MAX_DIFFERENCES = 20

/** Lists the first differences by field, as `messages.0.content`. */
function fieldDifferences(recorded: Json, request: Json): FieldDifference[] {
  const found: FieldDifference[] = []
  const compare = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (found.length === MAX_DIFFERENCES || JSON.stringify(before) === JSON.stringify(after)) return
    const [a, b] = [toFields(before), toFields(after)]
    if (a && b) {
      for (const key of new Set([...a.keys(), ...b.keys()])) {
        compare(a.get(key), b.get(key), path === '' ? key : `${path}.${key}`)
      }
      return
    }
    found.push({
      path,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { requested: after }),
    })
  }
  compare(recorded, request, '')
  return found
}

/** Null if the value has no fields. */
const toFields = (value: Json | undefined): Map<string, Json> | null =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null

export type RecordingKey = {
  kind: ExchangeKind
  name: string
  address: CallAddress
  fingerprint: string
}

export type RecordedAnswer = {
  /** The last attempt, which the run continued with. */
  exchange: NewExchange
  /** All attempts of the call in order. */
  tries: readonly NewExchange[]
  /** Found by address, but the request differs. */
  isDivergent: boolean
}

export type Recording = {
  /**
   * Finds the recorded answer of a call. The body contains what the fingerprint ignores: the order
   * of schema properties.
   */
  find(key: RecordingKey, body?: Json): RecordedAnswer | null
  /** Whether the recording at this address is unreadable. */
  isDamaged(key: RecordingKey): boolean
  /** Returns the most similar recorded call, to explain a miss. */
  findMostSimilar(key: RecordingKey): NewExchange | null
}

type RecordedCall = Pick<RecordedAnswer, 'exchange' | 'tries'>

/** Creates a lookup of recorded calls. A strict recording answers identical requests only. */
export function createRecording(
  exchanges: readonly NewExchange[],
  {
    damaged = [],
    isStrict = false,
  }: { damaged?: readonly RecordingKey[] | undefined; isStrict?: boolean } = {},
): Recording {
  const damagedPlaces = new Set(damaged.map(addressKey))
  const byAddress = new Map(
    [...Map.groupBy(exchanges, addressKey)].map(([place, tries]) => [place, toRecordedCall(tries)]),
  )
  const byFingerprint = Map.groupBy(byAddress.values(), ({ exchange }) => requestKey(exchange))
  const servedCalls = new Set<RecordedCall>()
  const serve = (recorded: RecordedCall, isDivergent: boolean): RecordedAnswer => {
    servedCalls.add(recorded)
    return { ...recorded, isDivergent }
  }

  return {
    find(key, body) {
      if (damagedPlaces.has(addressKey(key))) return null
      const order = propertyOrder(body)
      const atAddress = byAddress.get(addressKey(key))
      const isSame =
        atAddress?.exchange.fingerprint === key.fingerprint &&
        recordedPropertyOrder(atAddress.exchange) === order
      if (atAddress && (isSame || !isStrict)) return serve(atAddress, !isSame)
      // Equal requests are served in their recorded order, each answer once.
      const unserved =
        byFingerprint.get(requestKey(key))?.filter((recorded) => !servedCalls.has(recorded)) ?? []
      const sameRequest = unserved.find(({ exchange }) => recordedPropertyOrder(exchange) === order)
      if (sameRequest) return serve(sameRequest, false)
      return unserved[0] && !isStrict ? serve(unserved[0], true) : null
    },
    isDamaged: (key) => damagedPlaces.has(addressKey(key)),
    findMostSimilar(key) {
      let mostSimilar: NewExchange | null = null
      let bestScore = 0
      for (const { exchange } of byAddress.values()) {
        const score = similarity(exchange, key)
        if (score > bestScore) [mostSimilar, bestScore] = [exchange, score]
      }
      return mostSimilar
    },
  }
}

/**
 * Returns the tries that the run continued with. A process that died may have recorded tries of a call that the next
 * process made again: there the numbers start again.
 */
function toRecordedCall(all: NewExchange[]): RecordedCall {
  const inOrder = all.toSorted((a, b) => a.startedAt - b.startedAt || a.attempt - b.attempt)
  const first = inOrder.findLastIndex(
    ({ attempt }, index) => attempt <= (inOrder[index - 1]?.attempt ?? Infinity),
  )
  const tries = inOrder.slice(first)
  const exchange = tries.at(-1)
  if (!exchange) throw new Error('A recorded call has no attempt')
  return { exchange, tries }
}

const addressKey = ({ kind, name, address }: RecordingKey): string =>
  canonicalJson([kind, name, address])

const propertyOrder = (body: Json | undefined): string => canonicalJson(propertyOrders(body))

const recordedPropertyOrder = ({ content }: NewExchange): string =>
  propertyOrder(content.type === 'http' ? content.request.body : undefined)

const requestKey = ({ kind, fingerprint }: RecordingKey): string => `${kind} ${fingerprint}`

function similarity(a: RecordingKey, b: RecordingKey): number {
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

const recordedRequest = ({ content }: NewExchange): Json =>
  content.type === 'http' ? content.request.body : content.request

/** Creates the error for a call that was not recorded, with the most similar recorded call. */
export function recordingMiss(recording: Recording, key: RecordingKey, request: Json): LatheError {
  const { path, superstep } = key.address
  const findMostSimilar = recording.findMostSimilar(key)
  const isDamaged = recording.isDamaged(key)
  const call = `${key.kind} call ${key.name} of ${path.join('/')} at step ${superstep}`
  return new LatheError(
    'RECORDING_MISS',
    isDamaged
      ? `The recorded ${call} is damaged and cannot be served`
      : `The recording has no ${call}`,
    {
      hint: 'Replay with live calls for misses, or record the run again.',
      details: toJson({
        ...(isDamaged && { damaged: true }),
        requested: { ...key, request },
        nearest: findMostSimilar && {
          kind: findMostSimilar.kind,
          name: findMostSimilar.name,
          address: findMostSimilar.address,
          fingerprint: findMostSimilar.fingerprint,
          request: recordedRequest(findMostSimilar),
        },
        differences: findMostSimilar && fieldDifferences(recordedRequest(findMostSimilar), request),
      }),
    },
  )
}
