/** The clock, random numbers and ids of one execution: the same world gives the same values. */
export type SandboxWorld = {
  /** Milliseconds since the epoch; time stands still while the code runs. */
  now: number
  seed: string
}

/** What crosses into a sandbox thread: text and numbers only. */
export type RealmRequest = {
  /** `condition` gives a boolean by JavaScript's own truthiness; `code` may await. */
  mode: 'expression' | 'condition' | 'code'
  source: string
  /** Names of the scope that the source sees as variables, besides `state`. */
  names: string[]
  scopeJson: string
  world: SandboxWorld
  cpuMs: number
}

export type RealmFailure = {
  ok: false
  reason: 'threw' | 'time' | 'memory' | 'depth' | 'unsettled' | 'not-json'
  message: string
  /** In the user's own text, from 1; null where the engine gave no place. */
  line: number | null
  column: number | null
  logs: string[]
}

export type RealmResponse = { ok: true; json: string; logs: string[] } | RealmFailure

/** The word shared by both threads; who changes it by compare-and-exchange owns the next move. */
export const STARTING = 0
export const READY = 1

/** Taken by the caller, whose request is on its way. */
export const CLAIMED = 2
export const REQUESTED = 3
export const CLOSED = 4
