import { TraceImport, type TraceImportProblems, type TraceImportReport } from '@lathe/contract'
import { ORPCError } from '@orpc/server'
import { Router } from 'express'
import type { AppContext } from '../../api/context.ts'
import { refusal } from '../../platform/http/errors.ts'
import { isBrokenCompression } from '../../platform/http/body/read-bytes.ts'
import { createAnswer, type Call, parseQuery } from '../call.ts'
import { openFile } from './read-file.ts'
import { readParquet } from './read-parquet.ts'
import { type FileRecord, readRecords } from './read-records.ts'
import { createImporter } from './import-records.ts'

const RETRY_AFTER_MS = 5_000

const IMPORT_RUNNING =
  'Supported files: exports of Lathe and LangSmith (JSON lines, JSON, Parquet), and OpenTelemetry as JSON.'

/**
 * Imports traces from a file in the request body: an export of Lathe or LangSmith, or OTLP as JSON.
 */
export function traceImportRoutes(app: AppContext): Router {
  let isImporting = false
  const routes = Router()
  routes.post(
    '/api/traces/import',
    createAnswer(app)(async (call) => {
      // Each import holds its largest record in memory, so only one runs at a time.
      if (isImporting)
        throw refusal(
          429,
          'OVERLOADED',
          'Another file is being imported. Send this one again later',
          {
            retryAfterMs: RETRY_AFTER_MS,
          },
        )
      isImporting = true
      try {
        return await importFile(call)
      } finally {
        isImporting = false
      }
    }),
  )
  return routes
}

/** Stores valid records even if others are damaged. Importing the same file twice is safe. */
async function importFile(call: Call): Promise<TraceImportReport> {
  const { context, req } = call
  const { project } = parseQuery(call, TraceImport)
  const { importBytes, ingestBytes: maxBytes, requestJsonDepth: maxDepth } = context.limits
  const { bytes, isParquet } = await openFile(req, importBytes).catch((error: unknown) => {
    if (!isBroken(error)) throw error
    throw rejectImport({ total: 1, first: [{ location: 'the file', message: BROKEN }] })
  })
  const taking = createImporter({ context, project })
  const records = isParquet
    ? readParquet(bytes, { maxBytes })
    : readRecords(bytes, { depth: maxDepth, maxBytes })
  for await (const record of stopAtReadError(records)) await taking.take(record)
  await taking.flush()
  const report = taking.report()
  const { spans, existing, skippedRuns, problems } = report
  if (spans + existing + skippedRuns > 0) return report
  throw rejectImport(problems)
}

function rejectImport(problems: TraceImportProblems) {
  const [first] = problems.first
  const reason = first ? `${first.location}: ${first.message}` : 'it is empty'
  return refusal(
    422,
    'NOTHING_IMPORTED',
    `The file has no trace that can be imported: ${reason}. ${IMPORT_RUNNING}`,
    { problems },
  )
}

/** Ends the records where the file breaks off, so that those before are kept. */
async function* stopAtReadError(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord> {
  try {
    yield* records
  } catch (error) {
    yield { location: 'the file', reading: { problem: describeReadError(error) }, bytes: 0 }
  }
}

function describeReadError(error: unknown): string {
  if (error instanceof ORPCError && error.status === 413)
    return `exceeds the size limit, the rest was not read: ${error.message}`
  if (isBroken(error)) return BROKEN
  throw error
}

const BROKEN = 'is truncated or not compressed correctly'

const isBroken = (error: unknown) => error instanceof Error && isBrokenCompression(error)
