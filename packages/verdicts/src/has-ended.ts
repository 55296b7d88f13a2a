import type { Cell } from '@lathe/contract'

/** It came to its outcome, or to an error: not one that waits, runs or was stopped. */
export const hasEnded = ({ status }: Pick<Cell, 'status'>): boolean =>
  status === 'success' || status === 'error'
