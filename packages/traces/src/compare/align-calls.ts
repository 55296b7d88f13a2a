import type { Exchange } from '@lathe/contract'
import { diffArrays } from 'diff'

export type RecordedCall = Pick<
  Exchange,
  'id' | 'kind' | 'name' | 'address' | 'fingerprint' | 'attempt'
>

/** One call in both executions. Null on the side that did not make it. */
export type CallPair<T extends RecordedCall> = { a: T; b: T | null } | { a: null; b: T }

/**
 * Aligns calls by address first, then the rest by the longest common subsequence of requests. In
 * the order of the first execution; calls of the second alone follow their predecessor.
 */
export function alignCalls<T extends RecordedCall>(
  a: readonly T[],
  b: readonly T[],
): CallPair<T>[] {
  const [first, second] = [lastTries(a), lastTries(b)]
  const partners = pairByAddress(first, second)
  const usedIndexes = new Set(partners.values())
  const [restA, restB] = [
    first.filter((call) => !partners.has(call)),
    second.filter((call) => !usedIndexes.has(call)),
  ]
  for (const [callA, other] of pairBySequence(restA, restB)) partners.set(callA, other)

  return mergeInOrder(first, second, partners)
}

const addressKey = ({
  kind,
  name,
  address: { path, superstep, branch, ordinal, within = [] },
}: RecordedCall): string => JSON.stringify([kind, name, path, superstep, branch, ordinal, within])

/**
 * Returns the last try of each call: the execution continued with it. A process that died may have recorded tries
 * of a call that the next process made again.
 */
function lastTries<T extends RecordedCall>(calls: readonly T[]): T[] {
  return [...new Map(calls.map((call) => [addressKey(call), call])).values()]
}

function pairByAddress<T extends RecordedCall>(a: readonly T[], b: readonly T[]): Map<T, T> {
  const callsByAddress = new Map(b.map((call) => [addressKey(call), call]))
  const pairs = new Map<T, T>()
  for (const call of a) {
    const other = callsByAddress.get(addressKey(call))
    if (other) pairs.set(call, other)
  }
  return pairs
}

function pairBySequence<T extends RecordedCall>(a: T[], b: T[]): [T, T][] {
  const requestKey = ({ kind, fingerprint }: T) => `${kind} ${fingerprint}`
  const pairs: [T, T][] = []
  let [indexA, indexB] = [0, 0]
  for (const { added, removed, count } of diffArrays(a.map(requestKey), b.map(requestKey))) {
    for (let step = 0; step < count; step++) {
      const [callA, other] = [a[indexA + step], b[indexB + step]]
      if (!added && !removed && callA && other) pairs.push([callA, other])
    }
    if (!added) indexA += count
    if (!removed) indexB += count
  }
  return pairs
}

function mergeInOrder<T extends RecordedCall>(
  a: readonly T[],
  b: readonly T[],
  partners: ReadonlyMap<T, T>,
): CallPair<T>[] {
  const callsByPartner = new Map([...partners].map(([callA, other]) => [other, callA]))
  const followers = new Map<T | null, T[]>()
  let before: T | null = null
  for (const call of b) {
    const callA = callsByPartner.get(call)
    if (callA) before = callA
    else followers.set(before, [...(followers.get(before) ?? []), call])
  }
  const unmatchedAfter = (after: T | null): CallPair<T>[] =>
    (followers.get(after) ?? []).map((call) => ({ a: null, b: call }))
  return [
    ...unmatchedAfter(null),
    ...a.flatMap((call) => [{ a: call, b: partners.get(call) ?? null }, ...unmatchedAfter(call)]),
  ]
}
