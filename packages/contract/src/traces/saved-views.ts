import * as z from 'zod'
import { byId, Id, Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { filterErrors } from './trace-filter.ts'

const name = z.string().trim().min(1).max(80)
const content = {
  filter: z.string().max(2_000).default(''),
  /** Time range: `24h`, `7d`. Null for all. */
  range: z.string().max(20).nullable().default(null),
  /** Column ids in order. Empty for the default columns. */
  columns: z.array(z.string().max(120)).max(30).default([]),
}

/** A named filter of the trace list, shared within the workspace. */
export const SavedView = z.object({ id: Id, name, ...content, createdAt: Micros })
export type SavedView = z.infer<typeof SavedView>

const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another view has this name' },
} as const
const noSuchView = { NO_SUCH_VIEW: { status: 404, message: 'No such view' } } as const

export const savedViews = {
  list: route('GET', '/saved-views', 'List saved views')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(SavedView)),

  create: route('POST', '/saved-views', 'Create a saved view')
    .input(z.strictObject({ name, ...content }))
    .errors({ ...commonErrors, ...filterErrors, ...nameTaken })
    .output(SavedView),

  edit: route('PATCH', '/saved-views/{id}', 'Change a saved view')
    .input(
      z.strictObject({
        id: Id,
        name: name.optional(),
        filter: content.filter.unwrap().optional(),
        range: content.range.unwrap().optional(),
        columns: content.columns.unwrap().optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors, ...nameTaken, ...noSuchView })
    .output(SavedView),

  delete: route('DELETE', '/saved-views/{id}', 'Delete a saved view; it can be restored for a day')
    .input(byId)
    .errors({ ...commonErrors, ...noSuchView })
    .output(z.object({})),

  restore: route('POST', '/saved-views/{id}/restore', 'Restore a deleted saved view')
    .input(byId)
    .errors({ ...commonErrors, ...nameTaken, ...noSuchView })
    .output(SavedView),
}
