import type {
  Callees,
  GraphDocument,
  Interrupt,
  InterruptAnswer,
  Json,
  JsonObject,
  RunBudget,
  RunError,
  RunSteering,
} from '@lathe/contract'
import type { CallQueue } from '../fetch/request.ts'
import type { ReplayPlan } from '../replay/replay.ts'
import type { Totals } from '../record/usage.ts'

/** What a run does next. A crashed one goes on from its last checkpoint, if it got that far. */
export type RunStart =
  | { type: 'input' }
  | { type: 'answers'; answers: Record<string, InterruptAnswer> }
  | { type: 'continue' }

export type RunRequest = {
  workspaceId: string
  /** Also the trace's and the root span's. */
  runId: string
  threadId: string
  /** Made for this run: there is no checkpoint before its own. */
  isNewThread?: boolean
  document: GraphDocument
  /** Of the document: graphs are compiled once for each, and for what they call. */
  hash: string
  /** The agents it calls and those they call, in the versions they had when the run was made. */
  callees: Callees
  /** The root span's: what the agent is called. */
  name: string
  /** Null goes on where an earlier run of the thread stopped. */
  input: Record<string, Json> | null
  start: RunStart
  attempt: number
  /** Seeds every clock, random number and id of the sandbox. */
  seed: number
  budget: RunBudget
  steering: RunSteering
  /** When the first attempt started, and its first token. */
  startedAt: number
  firstTokenAt: number | null
  /** What earlier attempts and pauses have used. */
  totals: Totals
  metadata: JsonObject
  tags: string[]
  /** Its model calls stand in line with those of other runs. */
  line?: CallQueue
  /** Of a run that plays another's tape. */
  replay?: ReplayPlan
}

type Ending =
  | { type: 'success'; output: Json }
  | { type: 'interrupted'; interrupts: Interrupt[] }
  | { type: 'error'; error: RunError }
  | { type: 'timeout'; error: RunError }
  | { type: 'cancelled' }
  /** Stopped between two supersteps because it was asked to; continue it later. */
  | { type: 'drained' }

export type RunOutcome = Ending & { totals: Totals; firstTokenAt: number | null }
