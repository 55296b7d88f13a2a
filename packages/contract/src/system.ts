import * as z from 'zod'
import { commonErrors } from './errors.ts'
import { Limits } from './limits.ts'
import { route } from './route.ts'

export const About = z.object({
  version: z.string(),
  node: z.string(),
  store: z.enum(['sqlite', 'postgres']),
  /** Location of the data: the folder, or the host and name of the database. */
  location: z.string(),
  url: z.string(),
  /** Whether programs on the same machine must send a token too. */
  requireKeys: z.boolean(),
  startedMs: z.number(),
  memoryBytes: z.int(),
  runs: z.object({ running: z.int(), queued: z.int() }),
  limits: Limits,
})
export type About = z.infer<typeof About>

export const system = {
  about: route('GET', '/about', 'Get version, limits and health')
    .errors(commonErrors)
    .output(About),
}
