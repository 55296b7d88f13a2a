import type {
  Callee,
  Interrupt,
  InterruptAnswer,
  Json,
  JsonObject,
  RunBudget,
  RunError,
  RunEvent,
  RunSource,
  RunStatus,
  RunSteering,
  Usage,
} from '@lathe/contract'
import type { Generated } from 'kysely'
import type { JsonText } from '../json.ts'

/** The versions a run calls, by call. Their documents are stored once by hash. */
export type KeptCallees = Record<string, Omit<Callee, 'document'>>

/** Of a thread that a LangGraph client made: its first run says whose it is, and until then nobody lists it. */
export const NO_AGENT = ''

export type ThreadsTable = {
  id: string
  workspace_id: string
  /** `NO_AGENT` before the first run of a thread made for no agent. */
  agent_id: string
  title: string
  metadata: JsonText<JsonObject>
  created_at: number
  updated_at: number
}

/** Threads that can still be restored; to everybody else they are gone. */
export type DeletedThreadsTable = ThreadsTable & { deleted_at: number }

/** At most one run of a thread is pending, running or interrupted, beside those that wait: a unique index settles the race. */
export type RunsTable = {
  id: string
  workspace_id: string
  agent_id: string
  thread_id: string
  version: number | null
  graph_hash: string
  /** What the graph calls, by how it names it: fixed when the run is made, whatever is published later. */
  callees: JsonText<KeptCallees>
  status: RunStatus
  /** Grows when another process takes over a lapsed lease. */
  attempt: number
  source: RunSource
  title: string
  error: JsonText<RunError> | null
  interrupts: JsonText<Interrupt[]>
  usage: JsonText<Usage>
  cost_nanos: number | null
  /** Of the calls whose cost is known. */
  priced_nanos: Generated<number>
  /** Calls whose cost nobody knows. */
  unpriced: Generated<number>
  created_at: number
  started_at: number | null
  ended_at: number | null
  first_token_at: number | null
  /** The process executing it; kept beyond its end until everything it recorded is stored. */
  lease_owner: string | null
  lease_until: number | null
  /** No event has a higher number: grows in blocks while it runs, so a crash cannot reuse one. */
  seq_reserved: number
  /** When a pause answers itself. */
  deadline_at: number | null
  /** Seeds clock, random numbers and ids in the sandbox. */
  seed: number
  /** When it began to wait for a human; null while it does not. */
  paused_at: Generated<number | null>
  /** How long it waited for a human, without the present pause. */
  waited_micros: Generated<number>
  /** Answers to the last pause, by interrupt id; kept until the next pause in case of a crash. */
  answers: JsonText<Record<string, InterruptAnswer>> | null
  budget: JsonText<RunBudget>
  metadata: JsonText<JsonObject>
  /** Null where the run takes its graph's plain course. */
  steering: JsonText<RunSteering> | null
  /** The node that runs alone, of the steering: lists are without such runs. */
  only_node: string | null
  /** 1 while it waits for the run before it on its thread; nobody claims it until then. */
  waits: Generated<number>
  input: JsonText<Json>
  output: JsonText<Json> | null
}

/** A row holds consecutive events, so that a streamed token costs almost nothing. */
export type RunEventsTable = {
  run_id: string
  first_seq: number
  last_seq: number
  /** Values that are stored as blocks are null here. */
  events: JsonText<RunEvent[]>
  /** Distinct hashes of the blocks that the events refer to. */
  blocks: JsonText<string[]> | null
  refs: JsonText<EventRef[]> | null
}

/** Index of the event in the row, path in its body, and indexes of the value's blocks in `blocks`. */
export type EventRef = [event: number, path: string[], blocks: number[]]
