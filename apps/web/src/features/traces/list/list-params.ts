import type { SpanStatus, TraceSource } from '@lathe/contract'
import * as z from 'zod/mini'
import {
  listParam,
  optionalParam,
  enumListParam,
  textParam,
  integerParam,
} from '../../../lib/browser/search-params.ts'
import { TraceRange } from './trace-range.ts'

const everyStatus: Record<SpanStatus, true> = {
  running: true,
  interrupted: true,
  success: true,
  error: true,
  cancelled: true,
}
// Only import types from the contract: its schemas would double the validation code of the first
// load.
const statuses = Object.keys(everyStatus) as SpanStatus[]
const everySource: Record<TraceSource, true> = { langsmith: true, otlp: true, import: true }
const sources = Object.keys(everySource) as TraceSource[]

/** Search params of the trace list. */
export const ListParams = z.object({
  status: enumListParam(statuses),
  agent: textParam,
  version: integerParam,
  source: enumListParam(sources),
  project: textParam,
  range: optionalParam(TraceRange),
  q: textParam,
  filter: textParam,
  from: integerParam,
  to: integerParam,
  columns: listParam,
  view: textParam,
  peek: textParam,
})
export type ListParams = z.infer<typeof ListParams>

/**
 * Serializes the params without the peek. A trace's address contains the list it was opened from.
 */
export function writeListParams({ peek: _peek, ...params }: ListParams): string | undefined {
  const entries = Object.entries(params).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    return text === '' ? [] : [[name, text]]
  })
  return entries.length === 0 ? undefined : new URLSearchParams(entries).toString()
}

export const readListParams = (text: string | undefined): ListParams =>
  ListParams.parse(Object.fromEntries(new URLSearchParams(text)))

let last: string | undefined

/** Remembers the opened trace so that the list can restore its position. */
export const rememberOpened = (traceId: string) => {
  last = traceId
}

export const lastOpened = (): string | undefined => last
