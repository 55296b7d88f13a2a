import type { Limits, Tool } from '@lathe/contract'
import type { ExecutorPort } from '../api/context.ts'
import type { PriceBook } from '../models/price-book.ts'
import type { Db } from '../platform/db/db.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Batches } from '../runs/engine/engine-batches.ts'
import type { Embed, RunCode } from '../runs/engine/engine-host.ts'

/** Services that comparisons use. */
export type ComparisonServices = {
  db: Db
  executor: ExecutorPort
  limits: Limits
  log: Pick<Log, 'error'>
  batches: Batches
  embed: Embed
  prices: PriceBook
  runCode: RunCode
  tools: (workspaceId: string) => Promise<readonly Tool[]>
}

export type ComparisonContext = ComparisonServices & {
  workspaceId: string
  comparisons: Jobs
}
