import { foldText, type Json, type JsonObject, isJsonObject } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'
import { toMicros } from '@lathe/traces'
import type { WireRun } from '../runs/wire-run.ts'
import type { Filter, Literal } from './parse-filter.ts'

/** The fields of a run or an example that filters read. */
export type FilterSubject = Pick<
  WireRun,
  'name' | 'error' | 'tags' | 'inputs' | 'outputs' | 'extra' | 'feedback' | 'latency'
> & { parent_run_id: string | null }

type Entry = { key: string; value: Json; score?: Json }

/** Conditions on these fields within one `and` must hold for the same entry. */
const ENTRIES: Record<string, (run: FilterSubject) => Entry[]> = {
  metadata: (run) => toEntries(run.extra['metadata'] ?? null),
  input: (run) => toEntries(run.inputs),
  output: (run) => toEntries(run.outputs),
  feedback: (run) =>
    run.feedback.map(({ key, score, value }) => ({
      key,
      value: value ?? null,
      score: score ?? null,
    })),
}
const ENTRY_FIELD = /^(metadata|input|output|feedback)_(key|value|score)$/

export function matches(filter: Filter, run: FilterSubject): boolean {
  if ('of' in filter) {
    if (filter.op === 'and') return matchesAll(filter.of, run)
    return filter.of.some((part) => matches(part, run)) === (filter.op === 'or')
  }
  if (filter.op === 'search') return isFound(filter.field, filter.value, run)
  const entry = ENTRY_FIELD.exec(filter.field)
  if (entry) return matchesAll([filter], run)
  if (filter.op === 'has') return hasValue(filter.field, filter.value, run)
  return compare(filter, fieldValue(filter.field, run))
}

/** Conditions on keys and values must hold for one entry. */
function matchesAll(filters: Filter[], run: FilterSubject): boolean {
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
  const matchesEntryTest = (entry: Entry, test: Filter) => {
    if (!('field' in test) || test.field === null) return false
    const part = ENTRY_FIELD.exec(test.field)?.[2]
    const value = part === 'key' ? entry.key : part === 'score' ? entry.score : entry.value
    return compare(test, value ?? null)
  }
  const isAbsenceTest = (test: Filter) =>
    test.op === 'neq' && 'field' in test && test.field.endsWith('_key')
  const absences = tests.filter(isAbsenceTest)
  const remaining = tests.filter((test) => !isAbsenceTest(test))
  return (
    absences.every((test) => entries.every((entry) => matchesEntryTest(entry, test))) &&
    (remaining.length === 0 ||
      entries.some((entry) => remaining.every((test) => matchesEntryTest(entry, test))))
  )
}

const toEntries = (value: Json): Entry[] =>
  isJsonObject(value) ? Object.entries(value).map(([key, entry]) => ({ key, value: entry })) : []

function fieldValue(field: string, run: FilterSubject): Json {
  if (field === 'latency') return run.latency
  if (field === 'is_root') return run.parent_run_id === null
  if (field === 'execution_order') return run.parent_run_id === null ? 1 : 2
  if (field === 'metadata') return run.extra['metadata'] ?? null
  const value: unknown = Reflect.get(run, field)
  return (value ?? null) as Json
}

function hasValue(field: string, expected: Literal, run: FilterSubject): boolean {
  const value = fieldValue(field, run)
  if (Array.isArray(value)) return value.includes(expected)
  if (!isJsonObject(value) || typeof expected !== 'string') return false
  try {
    return contains(value, JSON.parse(expected) as Json)
  } catch {
    return Object.hasOwn(value, expected)
  }
}

function contains(value: Json, expected: Json): boolean {
  if (!isJsonObject(expected)) return isSameJson(value, expected)
  return (
    isJsonObject(value) &&
    Object.entries(expected).every(([key, entry]) => contains(value[key] ?? null, entry))
  )
}

function isFound(field: string | null, text: string, run: FilterSubject): boolean {
  const { name, error, inputs, outputs, tags, extra } = run
  const jsonPath =
    field === null ? { name, error, inputs, outputs, tags, extra } : fieldValue(field, run)
  return foldText(JSON.stringify(jsonPath)).includes(foldText(text))
}

function compare(filter: Filter, value: Json): boolean {
  if (filter.op === 'in') return filter.values.some((expected) => isEqual(value, expected))
  if (!('value' in filter)) return false
  const expected = filter.value
  if (filter.op === 'eq') return isEqual(value, expected)
  if (filter.op === 'neq') return !isEqual(value, expected)
  if (filter.op === 'like') return matchesLike(toText(value), String(expected))
  const [a, b] = [toNumber(value), toNumber(expected)]
  if (a === undefined || b === undefined) return false
  if (filter.op === 'gt') return a > b
  if (filter.op === 'gte') return a >= b
  return filter.op === 'lt' ? a < b : a <= b
}

const toText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

const isEqual = (value: Json, expected: Literal): boolean =>
  value === expected ||
  (expected !== null && value !== null && toText(value) === toText(expected)) ||
  (typeof expected === 'string' &&
    toMicros(expected) !== undefined &&
    toNumber(value) === toNumber(expected))

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
  if (amount !== undefined) return Number(amount) * (UNIT_SECONDS[unit ?? 's'] ?? 1)
  return toTime(value)
}

const UNIT_SECONDS: JsonObject & Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3_600 }

/**
 * SQL's LIKE, case-insensitive: `%` matches any text, `_` one character. Takes at most O(pattern ×
 * text) steps.
 */
export function matchesLike(value: string, likePattern: string): boolean {
  const [text, pattern] = [value.toLowerCase(), likePattern.toLowerCase()]
  let position = 0
  let next = 0
  /** Backtracking state: the position after the last `%`, and the text position it was tried at. */
  let afterAny = -1
  let retryFrom = 0
  while (position < text.length) {
    const character = pattern[next]
    if (character === '%') {
      next += 1
      afterAny = next
      retryFrom = position
    } else if (character === '_' || character === text[position]) {
      next += 1
      position += 1
    } else if (afterAny >= 0) {
      retryFrom += 1
      position = retryFrom
      next = afterAny
    } else return false
  }
  while (pattern[next] === '%') next += 1
  return next === pattern.length
}
