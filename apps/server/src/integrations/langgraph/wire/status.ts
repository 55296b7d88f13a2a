import type { RunStatus } from '@lathe/contract'

/** LangGraph reports cancelled runs as interrupted. */
export const toWireRunStatus = (status: RunStatus): string =>
  status === 'cancelled' ? 'interrupted' : status

/** Status of a thread by its newest run. */
export function toWireThreadStatus(status: RunStatus | null): string {
  switch (status) {
    case 'pending':
    case 'running':
      return 'busy'
    case 'interrupted':
      return 'interrupted'
    case 'error':
    case 'timeout':
      return 'error'
    default:
      return 'idle'
  }
}

/** Returns the statuses that a client's status stands for. */
export function fromWireRunStatus(status: string): RunStatus[] {
  if (status === 'interrupted') return ['interrupted', 'cancelled']
  const statuses: RunStatus[] = ['pending', 'running', 'success', 'error', 'timeout']
  return statuses.filter((candidate) => candidate === status)
}
