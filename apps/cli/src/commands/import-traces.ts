import type { TraceImportReport } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { openFile, request } from '../client.ts'
import { type Context, connect } from '../context.ts'

export type ImportTracesOptions = { project?: string; json?: true }

/**
 * Uploads a file of traces unchanged. Valid traces are kept even if others fail; any failure makes
 * the command fail.
 */
export async function importTraces(
  context: Context,
  file: string,
  { project, json }: ImportTracesOptions,
): Promise<void> {
  const query = project === undefined ? '' : `?${new URLSearchParams({ project })}`
  const response = await request(connect(context), `/api/traces/import${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: await openFile(file),
  })
  const answer: unknown = await response.json()
  // The cast holds: tests of the server check its responses against this schema.
  const { traces, spans, existing, skippedRuns, problems, formats } = answer as TraceImportReport
  const report = { traces, spans, existing, skippedRuns, problems, formats }
  if (json) context.out(`${JSON.stringify(report, null, 2)}\n`)
  else context.out(`${traces} traces, ${spans} spans\n`)
  if (existing > 0) context.err(`${existing} existing spans were not changed\n`)
  if (skippedRuns > 0)
    context.err(`${skippedRuns} traces of this server's own runs were not changed\n`)
  for (const { location, message } of problems.first) context.err(`${location}: ${message}\n`)
  if (problems.total > 0)
    throw new CliError(`${problems.total} parts of ${file} could not be imported`, { exitCode: 1 })
}
