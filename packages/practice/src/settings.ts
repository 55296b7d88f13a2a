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
}

export const SETTING_HEADERS = {
  latencyMs: 'x-practice-latency-ms',
  tokensPerSecond: 'x-practice-tokens-per-second',
  fault: 'x-practice-fault',
  faultTimes: 'x-practice-fault-times',
  script: 'x-practice-script',
} as const

export function readSettings(headers: IncomingHttpHeaders): Settings {
  const fault = headers[SETTING_HEADERS.fault]
  return {
    ...numberSetting(headers, 'latencyMs'),
    ...numberSetting(headers, 'tokensPerSecond'),
    ...numberSetting(headers, 'faultTimes'),
    ...(typeof fault === 'string' ? { fault } : {}),
  }
}

function numberSetting(
  headers: IncomingHttpHeaders,
  name: 'latencyMs' | 'tokensPerSecond' | 'faultTimes',
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
