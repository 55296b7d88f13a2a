/** Clock, random numbers and ids of one execution. The same world gives the same values. */
export type ClockAndSeed = {
  /** Milliseconds since the epoch. Time does not advance while code runs. */
  now: number
  seed: string
}

/** A request to a sandbox thread. Contains only text and numbers. */
export type RealmRequest = {
  /** `condition` returns a boolean by JavaScript's truthiness. `code` may await. */
  mode: 'expression' | 'condition' | 'code'
  source: string
  /** Names of the scope that are visible as variables, in addition to `state`. */
  names: string[]
  scopeJson: string
  clockAndSeed: ClockAndSeed
  cpuMs: number
}

export type RealmFailure = {
  ok: false
  reason: 'threw' | 'time' | 'memory' | 'depth' | 'unsettled' | 'not-json'
  message: string
  /** Position in the user's source, from 1. Null if unknown. */
  line: number | null
  column: number | null
  logs: string[]
}

export type RealmResponse = { ok: true; json: string; logs: string[] } | RealmFailure

/**
 * States of the flag shared by both threads. A successful compare-and-exchange owns the next
 * transition.
 */
export const STARTING = 0
export const READY = 1

/** Claimed by a caller whose request follows. */
export const CLAIMED = 2
export const REQUESTED = 3
export const CLOSED = 4
