import { foldText, type Json, type JsonObject } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'
import { isObject, toMicros } from '@lathe/traces'
import type { WireRun } from '../runs/wire-run.ts'
import type { Filter, Literal } from './parse-filter.ts'

/** The fields of a run or an example that filters read. */
export type Tested = Pick<
  WireRun,
  'name' | 'error' | 'tags' | 'inputs' | 'outputs' | 'extra' | 'feedback' | 'latency'
> & { parent_run_id: string | null }

type Entry = { key: string; value: Json; score?: Json }

/** Conditions on these fields within one `and` must hold for the same entry. */
const ENTRIES: Record<string, (run: Tested) => Entry[]> = {
  metadata: (run) => entriesOf(run.extra['metadata'] ?? null),
  input: (run) => entriesOf(run.inputs),
  output: (run) => entriesOf(run.outputs),
  feedback: (run) =>
    run.feedback.map(({ key, score, value }) => ({
      key,
      value: value ?? null,
      score: score ?? null,
    })),
}
const ENTRY_FIELD = /^(metadata|input|output|feedback)_(key|value|score)$/

export function matches(filter: Filter, run: Tested): boolean {
  if ('of' in filter) {
    if (filter.op === 'and') return matchesAll(filter.of, run)
    return filter.of.some((one) => matches(one, run)) === (filter.op === 'or')
  }
  if (filter.op === 'search') return isFound(filter.field, filter.value, run)
  const entry = ENTRY_FIELD.exec(filter.field)
  if (entry) return matchesAll([filter], run)
  if (filter.op === 'has') return has(filter.field, filter.value, run)
  return compare(filter, valueOf(filter.field, run))
}

/** Conditions on keys and values must hold for one entry. */
function matchesAll(filters: Filter[], run: Tested): boolean {
  const groups = new Map<string, Filter[]>()
  for (const filter of filters) {
    const group =
      'field' in filter && filter.field ? ENTRY_FIELD.exec(filter.field)?.[1] : undefined
    if (group === undefined) {
      if (!matches(filter, run)) return false
    } else groups.set(group, [...(groups.get(group) ?? []), filter])
  }
  return [...groups].every(([group, tests]) => matchesEntry(ENTRIES[group]?.(run) ?? [], tests))
}

function matchesEntry(entries: Entry[], tests: Filter[]): boolean {
  const passes = (entry: Entry, test: Filter) => {
    if (!('field' in test) || test.field === null) return false
    const part = ENTRY_FIELD.exec(test.field)?.[2]
    const value = part === 'key' ? entry.key : part === 'score' ? entry.score : entry.value
    return compare(test, value ?? null)
  }
  const isAbsence = (test: Filter) =>
    test.op === 'neq' && 'field' in test && test.field.endsWith('_key')
  const absences = tests.filter(isAbsence)
  const others = tests.filter((test) => !isAbsence(test))
  return (
    absences.every((test) => entries.every((entry) => passes(entry, test))) &&
    (others.length === 0 || entries.some((entry) => others.every((test) => passes(entry, test))))
  )
}

const entriesOf = (value: Json): Entry[] =>
  isObject(value) ? Object.entries(value).map(([key, held]) => ({ key, value: held })) : []

function valueOf(field: string, run: Tested): Json {
  if (field === 'latency') return run.latency
  if (field === 'is_root') return run.parent_run_id === null
  if (field === 'execution_order') return run.parent_run_id === null ? 1 : 2
  if (field === 'metadata') return run.extra['metadata'] ?? null
  const value: unknown = Reflect.get(run, field)
  return (value ?? null) as Json
}

function has(field: string, wanted: Literal, run: Tested): boolean {
  const value = valueOf(field, run)
  if (Array.isArray(value)) return value.includes(wanted)
  if (!isObject(value) || typeof wanted !== 'string') return false
  try {
    return contains(value, JSON.parse(wanted) as Json)
  } catch {
    return Object.hasOwn(value, wanted)
  }
}

function contains(value: Json, wanted: Json): boolean {
  if (!isObject(wanted)) return isSameJson(value, wanted)
  return (
    isObject(value) &&
    Object.entries(wanted).every(([key, held]) => contains(value[key] ?? null, held))
  )
}

function isFound(field: string | null, text: string, run: Tested): boolean {
  const { name, error, inputs, outputs, tags, extra } = run
  const place = field === null ? { name, error, inputs, outputs, tags, extra } : valueOf(field, run)
  return foldText(JSON.stringify(place)).includes(foldText(text))
}

function compare(filter: Filter, value: Json): boolean {
  if (filter.op === 'in') return filter.values.some((wanted) => isSame(value, wanted))
  if (!('value' in filter)) return false
  const wanted = filter.value
  if (filter.op === 'eq') return isSame(value, wanted)
  if (filter.op === 'neq') return !isSame(value, wanted)
  if (filter.op === 'like') return isLike(textOf(value), String(wanted))
  const [a, b] = [toNumber(value), toNumber(wanted)]
  if (a === undefined || b === undefined) return false
  if (filter.op === 'gt') return a > b
  if (filter.op === 'gte') return a >= b
  return filter.op === 'lt' ? a < b : a <= b
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

const isSame = (value: Json, wanted: Literal): boolean =>
  value === wanted ||
  (wanted !== null && value !== null && textOf(value) === textOf(wanted)) ||
  (typeof wanted === 'string' &&
    toMicros(wanted) !== undefined &&
    toNumber(value) === toNumber(wanted))

/** Parses a time, or a date as midnight UTC. Returns microseconds since the epoch. */
export const toTime = (value: string | number): number | undefined =>
  toMicros(
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())
      ? `${value.trim()}T00:00`
      : value,
  )

/** Parses a duration like `5s`, a time, a date or a number. */
export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value) ?? []
  if (amount !== undefined) return Number(amount) * (SECONDS[unit ?? 's'] ?? 1)
  return toTime(value)
}

const SECONDS: JsonObject & Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3_600 }

/**
 * SQL's LIKE, case-insensitive: `%` matches any text, `_` one character. Takes at most O(pattern ×
 * text) steps.
 */
export function isLike(given: string, like: string): boolean {
  const [text, pattern] = [given.toLowerCase(), like.toLowerCase()]
  let at = 0
  let next = 0
  /** Backtracking state: the position after the last `%`, and the text position it was tried at. */
  let afterAny = -1
  let taken = 0
  while (at < text.length) {
    const sign = pattern[next]
    if (sign === '%') {
      next += 1
      afterAny = next
      taken = at
    } else if (sign === '_' || sign === text[at]) {
      next += 1
      at += 1
    } else if (afterAny >= 0) {
      taken += 1
      at = taken
      next = afterAny
    } else return false
  }
  while (pattern[next] === '%') next += 1
  return next === pattern.length
}
