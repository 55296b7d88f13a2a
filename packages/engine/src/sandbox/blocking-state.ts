/** The word shared by both threads; who changes it by compare-and-exchange owns the next move. */
export const STARTING = 0
export const READY = 1
/** Taken by the caller, whose request is on its way. */
export const CLAIMED = 2
export const REQUESTED = 3
export const CLOSED = 4
