import * as z from 'zod'
import { UNSAFE_KEY_MESSAGE } from '../values/unsafe-keys.ts'

/** Identifies a variant, case or evaluator within its comparison. */
export const Key = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64')
  .refine((key) => key !== '__proto__', UNSAFE_KEY_MESSAGE)

/** Part of the grid. A cell must match every field that is present. */
export const CellSelection = z.strictObject({
  variants: z.array(Key).min(1).max(12).optional(),
  cases: z.array(Key).min(1).max(5_000).optional(),
  /** Repeat numbers, from 0. */
  repeats: z.array(z.int().nonnegative()).min(1).max(20).optional(),
  /** Only failed cells. */
  failed: z.literal(true).optional(),
})
export type CellSelection = z.infer<typeof CellSelection>

export const noSuchCells = {
  NO_SUCH_CELLS: {
    status: 422,
    message: 'The comparison has no such cells',
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
}
