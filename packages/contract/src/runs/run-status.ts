import * as z from 'zod'

/** Statuses of LangGraph Platform, plus `cancelled`. */
export const RunStatus = z.enum([
  'pending',
  'running',
  'interrupted',
  'success',
  'error',
  'timeout',
  'cancelled',
])
export type RunStatus = z.infer<typeof RunStatus>

export const ENDED_STATUSES = [
  'success',
  'error',
  'timeout',
  'cancelled',
] as const satisfies RunStatus[]
export const LIVE_STATUSES = ['pending', 'running', 'interrupted'] as const satisfies RunStatus[]

export const isEnded = (status: RunStatus) =>
  (ENDED_STATUSES as readonly RunStatus[]).includes(status)
