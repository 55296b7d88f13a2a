import type {
  CalledAgent,
  Interrupt,
  InterruptAnswer,
  Json,
  JsonObject,
  RunBudget,
  RunError,
  RunEvent,
  RunSource,
  RunStatus,
  RunOptions,
  Usage,
} from '@lathe/contract'
import type { Generated } from 'kysely'
import type { JsonText } from '../json.ts'

/** The called agents' versions by call. Their documents are stored once by hash. */
export type StoredCalledAgents = Record<string, Omit<CalledAgent, 'document'>>

/**
 * Agent of a thread that a LangGraph client created. The first run sets it, and until then the
 * thread is not listed.
 */
export const NO_AGENT = ''

export type ThreadsTable = {
  id: string
  workspace_id: string
  /** `NO_AGENT` before the first run of a thread that was created without an agent. */
  agent_id: string
  title: string
  metadata: JsonText<JsonObject>
  created_at: number
  updated_at: number
}

/** Deleted threads that can be restored. */
export type DeletedThreadsTable = ThreadsTable & { deleted_at: number }

/**
 * A unique index ensures that a thread has at most one pending, running or interrupted run,
 * excluding queued ones.
 */
export type RunsTable = {
  id: string
  workspace_id: string
  agent_id: string
  thread_id: string
  version: number | null
  graph_hash: string
  /** The called agents' versions, fixed when the run is created. */
  called_agents: JsonText<StoredCalledAgents>
  status: RunStatus
  /** Incremented when another process takes over an expired lease. */
  attempt: number
  source: RunSource
  title: string
  error: JsonText<RunError> | null
  interrupts: JsonText<Interrupt[]>
  usage: JsonText<Usage>
  cost_nanos: number | null
  /** Cost of the calls with a known price. */
  priced_nanos: Generated<number>
  /** Calls with an unknown cost. */
  unpriced: Generated<number>
  created_at: number
  started_at: number | null
  ended_at: number | null
  first_token_at: number | null
  /** The process that executes the run. Kept after the end until all recordings are stored. */
  lease_owner: string | null
  lease_until: number | null
  /**
   * Upper bound of event numbers, reserved in blocks so that numbers are not reused after a crash.
   */
  seq_reserved: number
  /** When an interrupt gets its default answer. */
  deadline_at: number | null
  /** Seed of the sandbox's clock, random numbers and ids. */
  seed: number
  /** When the current interrupt started. Null while the run is not interrupted. */
  paused_at: Generated<number | null>
  /** Total time of earlier interrupts. */
  waited_micros: Generated<number>
  /** Answers to the last interrupts by id, kept until the next ones in case of a crash. */
  answers: JsonText<Record<string, InterruptAnswer>> | null
  budget: JsonText<RunBudget>
  metadata: JsonText<JsonObject>
  /** Null if the run has no options. */
  options: JsonText<RunOptions> | null
  /** The only node to run, copied from the options. Lists omit such runs. */
  only_node: string | null
  /** 1 while the run waits for the previous run of its thread. It cannot be claimed until then. */
  waits: Generated<number>
  input: JsonText<Json>
  output: JsonText<Json> | null
}

/** A row contains consecutive events, which makes streamed tokens cheap. */
export type RunEventsTable = {
  run_id: string
  first_seq: number
  last_seq: number
  /** Values stored as blocks are null here. */
  events: JsonText<RunEvent[]>
  /** Distinct hashes of the blocks that the events refer to. */
  blocks: JsonText<string[]> | null
  refs: JsonText<EventRef[]> | null
}

/** Index of the event in the row, path in its body, and indexes of the value's blocks in `blocks`. */
export type EventRef = [event: number, path: string[], blocks: number[]]
