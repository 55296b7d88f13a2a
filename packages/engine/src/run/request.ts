import type {
  CalledAgents,
  GraphDocument,
  Interrupt,
  InterruptAnswer,
  Json,
  JsonObject,
  RunBudget,
  RunError,
  RunOptions,
} from '@lathe/contract'
import type { CallQueue } from '../fetch/request.ts'
import type { ReplayPlan } from '../replay/replay.ts'
import type { Totals } from '../record/usage.ts'

/** How a run starts. A crashed run resumes from its last checkpoint if it has one. */
export type RunStart =
  | { type: 'input' }
  | { type: 'answers'; answers: Record<string, InterruptAnswer> }
  | { type: 'continue' }

export type RunRequest = {
  workspaceId: string
  /** Also the id of the trace and of the root span. */
  runId: string
  threadId: string
  /** The thread was created for this run and has no earlier checkpoint. */
  isNewThread?: boolean
  document: GraphDocument
  /** Hash of the document. Graphs are compiled once per document and called agents. */
  hash: string
  /** Directly and indirectly called agents, in their versions when the run was created. */
  calledAgents: CalledAgents
  /** Name of the agent and of the root span. */
  name: string
  /** Null resumes where an earlier run of the thread stopped. */
  input: Record<string, Json> | null
  start: RunStart
  attempt: number
  /** Seeds clocks, random numbers and ids in the sandbox. */
  seed: number
  budget: RunBudget
  runOptions: RunOptions
  /** Start of the first attempt, and its first token. */
  startedAt: number
  firstTokenAt: number | null
  /** Usage of earlier attempts and before pauses. */
  totals: Totals
  metadata: JsonObject
  tags: string[]
  /** The queue that its model calls share with other runs. */
  line?: CallQueue
  /** Set if the run is a replay. */
  replay?: ReplayPlan
}

type Ending =
  | { type: 'success'; output: Json }
  | { type: 'interrupted'; interrupts: Interrupt[] }
  | { type: 'error'; error: RunError }
  | { type: 'timeout'; error: RunError }
  | { type: 'cancelled' }
  /** Stopped between two supersteps on request, so that it can resume later. */
  | { type: 'drained' }

export type RunOutcome = Ending & { totals: Totals; firstTokenAt: number | null }
