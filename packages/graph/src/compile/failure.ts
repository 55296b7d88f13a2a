import { NodeFailure as Failure } from '@lathe-ai/runtime'
import type { ErrorCode, Json } from '@lathe/contract'

/** A node's failure. The engine reads its fields into the run's error. */
export const NodeFailure = Failure<ErrorCode, Json>
export type NodeFailure = Failure<ErrorCode, Json>
