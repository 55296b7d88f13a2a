import type { IncomingHttpHeaders } from 'node:http'
import { badRequest } from './errors.ts'

/** Changes how requests are answered. Each part is optional. */
export type Settings = {
  /** Time to the first token. */
  latencyMs?: number | undefined
  /** 0 means no limit. */
  tokensPerSecond?: number | undefined
  /** Faults in the syntax of `parseFaults`. */
  fault?: string | undefined
  /** Number of attempts of a request that fail; later attempts succeed. */
  faultTimes?: number | undefined
  /** Duration of a batch. */
  batchMs?: number | undefined
  batchEnd?: 'failed' | 'expired' | undefined
}

/** Settings and where they come from. Errors name the origin. */
export type SettingsLayer = { origin: string; settings: Settings }

export function readSettings(headers: IncomingHttpHeaders): SettingsLayer {
  const fault = headers['x-demo-fault']
  const end = headers['x-demo-batch-end']
  const settings: Settings = {
    latencyMs: numberHeader(headers, 'x-demo-latency-ms'),
    tokensPerSecond: numberHeader(headers, 'x-demo-tokens-per-second'),
    fault: typeof fault === 'string' ? fault : undefined,
    faultTimes: numberHeader(headers, 'x-demo-fault-times'),
    batchMs: numberHeader(headers, 'x-demo-batch-ms'),
    batchEnd: end === 'failed' || end === 'expired' ? end : undefined,
  }
  return { origin: 'x-demo-fault', settings }
}

function numberHeader(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = headers[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) {
    throw badRequest(`Invalid value for header '${name}': expected a number.`, name)
  }
  return value
}
