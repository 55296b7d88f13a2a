import { type ImportReport, RowProblem } from '@lathe/contract'
import * as z from 'zod'

const Refusal = z.object({
  data: z.object({
    problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
  }),
})

/** The rows a refused import names; none when it was refused for something else. */
export function problemsOf(error: unknown): ImportReport['problems'] {
  const { success, data } = Refusal.safeParse(error)
  return success ? data.data.problems : { total: 0, first: [] }
}
