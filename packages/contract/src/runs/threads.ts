import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { byId, Id, Micros, page } from '../common.ts'
import { commonErrors, notFound } from '../errors.ts'
import { Interrupt } from './interrupts.ts'
import { route } from '../route.ts'
import { RunStatus } from './run-status.ts'
import { Run } from './runs.ts'

export const Thread = z.object({
  id: Id,
  agentId: Id,
  agentSlug: z.string(),
  agentName: z.string(),
  title: z.string(),
  metadata: JsonObject,
  createdAt: Micros,
  updatedAt: Micros,
  runCount: z.int(),
  /** Status of its newest run. Null without runs. */
  status: RunStatus.nullable(),
})
export type Thread = z.infer<typeof Thread>

/** A checkpoint without its values. */
export const CheckpointSummary = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  /** The run that saved it. Null if it was written outside a run. */
  runId: Id.nullable(),
  superstep: z.int(),
  source: z.string(),
  createdAt: Micros,
  next: z.array(z.string()),
  /** Whether it has an interrupt, pending or answered. */
  hasInterrupt: z.boolean(),
})
export type CheckpointSummary = z.infer<typeof CheckpointSummary>

export const Checkpoint = CheckpointSummary.omit({ hasInterrupt: true }).extend({
  values: z.record(z.string(), Json),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** A run of a thread, with its position among the branches. */
export const Turn = z.object({
  run: Run,
  /**
   * The run that it continues. Null at the start of the thread. Turns with the same parent are
   * alternatives.
   */
  parentId: Id.nullable(),
  /** The checkpoint it started from. Fork it to try an alternative. Null without one. */
  from: z.string().nullable(),
  /** The newest checkpoint of its branch. Continue the thread from it. */
  tip: z.string().nullable(),
})
export type Turn = z.infer<typeof Turn>

const errors = { ...commonErrors, ...notFound.thread }

export const threads = {
  list: route('GET', '/threads', 'List threads, last used first')
    .input(
      z.strictObject({
        agent: z.string().optional(),
        /** Searches the title, the messages and every value that the state has had. */
        q: z.string().max(200).optional(),
        /** `updatedAt` of the last thread of the previous page. */
        before: z.coerce.number().int().optional(),
        limit: page.limit,
      }),
    )
    .errors({ ...commonErrors, ...notFound.agent })
    .output(z.object({ items: z.array(Thread), hasMore: z.boolean() })),

  create: route('POST', '/threads', 'Create a thread')
    .input(
      z.strictObject({
        agent: z.string(),
        title: z.string().max(200).default(''),
        metadata: JsonObject.default({}),
      }),
    )
    .errors({ ...commonErrors, ...notFound.agent })
    .output(Thread),

  get: route('GET', '/threads/{id}', 'Get a thread').input(byId).errors(errors).output(Thread),

  rename: route('PATCH', '/threads/{id}', 'Rename a thread')
    .input(z.strictObject({ id: Id, title: z.string().min(1).max(200) }))
    .errors(errors)
    .output(Thread),

  /**
   * Stops its runs. `restore` brings it back for a day, then its checkpoints are deleted. Its runs
   * and traces stay.
   */
  delete: route('DELETE', '/threads/{id}', 'Delete a thread')
    .input(byId)
    .errors(errors)
    .output(z.object({})),

  restore: route('POST', '/threads/{id}/restore', 'Restore a deleted thread')
    .input(byId)
    .errors(errors)
    .output(Thread),

  state: route('GET', '/threads/{id}/state', 'Get the newest state and pending interrupts')
    .input(byId)
    .errors(errors)
    .output(
      z.object({
        values: z.record(z.string(), Json),
        next: z.array(z.string()),
        checkpointId: z.string().nullable(),
        interrupts: z.array(Interrupt),
      }),
    ),

  turns: route('GET', '/threads/{id}/turns', 'List the runs of a thread as branches, oldest first')
    .input(byId)
    .errors(errors)
    .output(z.array(Turn)),

  history: route('GET', '/threads/{id}/history', 'List checkpoints, newest first')
    .input(z.strictObject({ id: Id, before: z.string().optional(), limit: page.limit }))
    .errors(errors)
    .output(z.object({ items: z.array(Checkpoint), hasMore: z.boolean() })),

  tree: route('GET', '/threads/{id}/tree', 'List every checkpoint with its parent, newest first')
    .input(byId)
    .errors(errors)
    .output(
      z.object({
        items: z.array(CheckpointSummary),
        /** Whether older checkpoints were omitted. */
        hasMore: z.boolean(),
      }),
    ),

  checkpoint: route('GET', '/threads/{id}/checkpoints/{checkpointId}', 'Get a checkpoint')
    .input(z.strictObject({ id: Id, checkpointId: z.string().max(64) }))
    .errors({ ...errors, ...notFound.checkpoint })
    .output(Checkpoint),
}
