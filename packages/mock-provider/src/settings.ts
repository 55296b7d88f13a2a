import type { IncomingHttpHeaders } from 'node:http'
import { badRequest } from './api-error.ts'
import type { FaultPlan } from './faults/fault-plan.ts'
import { faultPlan } from './faults/fault-plan.ts'

/** What one request, or the whole provider, asks of its own answers. */
export type Settings = {
  latencyMs?: number
  tokensPerSecond?: number
  /** As `parseFaults` reads it. */
  fault?: string
  /** How many of the first attempts of a request the fault spoils. */
  faultTimes?: number
  /** How long a batch takes. */
  batchMs?: number
  /** How a batch ends, other than well. */
  batchEnd?: 'failed' | 'expired'
}

export const SETTING_HEADERS = {
  latencyMs: 'x-demo-latency-ms',
  tokensPerSecond: 'x-demo-tokens-per-second',
  fault: 'x-demo-fault',
  faultTimes: 'x-demo-fault-times',
  script: 'x-demo-script',
  batchMs: 'x-demo-batch-ms',
  batchEnd: 'x-demo-batch-end',
} as const

export function readSettings(headers: IncomingHttpHeaders): Settings {
  const fault = headers[SETTING_HEADERS.fault]
  const end = headers[SETTING_HEADERS.batchEnd]
  return {
    ...numberSetting(headers, 'latencyMs'),
    ...numberSetting(headers, 'tokensPerSecond'),
    ...numberSetting(headers, 'faultTimes'),
    ...numberSetting(headers, 'batchMs'),
    ...(typeof fault === 'string' ? { fault } : {}),
    ...(end === 'failed' || end === 'expired' ? { batchEnd: end } : {}),
  }
}

function numberSetting(
  headers: IncomingHttpHeaders,
  name: 'latencyMs' | 'tokensPerSecond' | 'faultTimes' | 'batchMs',
): Settings {
  const header = SETTING_HEADERS[name]
  const text = headers[header]
  if (text === undefined) return {}
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) {
    throw badRequest(`Invalid value for header '${header}': expected a number.`, header)
  }
  return { [name]: value }
}

/** Throws a 400 that names where the fault was asked for. */
export function faultPlanOf(settings: Settings, where: string): FaultPlan | undefined {
  if (settings.fault === undefined) return undefined
  try {
    return faultPlan(settings.fault, settings.faultTimes)
  } catch (error) {
    throw error instanceof RangeError ? badRequest(error.message, where) : error
  }
}
