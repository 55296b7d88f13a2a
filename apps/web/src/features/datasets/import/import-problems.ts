import { type ImportReport, RowProblem } from '@lathe/contract'
import * as z from 'zod'

const ImportError = z.object({
  data: z.object({
    problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
  }),
})

/** Returns the rows that a rejected import names, or none for other errors. */
export function importProblems(error: unknown): ImportReport['problems'] {
  const { success, data } = ImportError.safeParse(error)
  return success ? data.data.problems : { total: 0, first: [] }
}
